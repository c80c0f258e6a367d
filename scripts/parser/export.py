"""export.py RUN.pt OUT.tflite: writes the averaged weights of the parser or the lens network as
float16 TensorFlow Lite, and checks them.

Every constant is float16, with a DEQUANTIZE before its use: XNNPACK runs a layer fast only if all of its are. The
normalisations are folded into the convolutions before them.
"""

import os
import sys
from pathlib import Path

import flatbuffers
import numpy as np
import torch

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf  # noqa: E402
from tensorflow.lite.python import schema_py_generated as schema  # noqa: E402

from canvas import EDGE, LENS_EDGE  # noqa: E402
from net import LENSES, PARSER, Parser, Separable  # noqa: E402

# A channel that is nearly always 0 may have a weight beyond float16's range.
MOST = 60_000


def folded(convolution, norm):
    """Weights (TensorFlow's order) and bias of a convolution and the normalisation after it."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weights = (convolution.weight * scale[:, None, None, None]).clamp(-MOST, MOST)
    return weights.permute(2, 3, 1, 0).numpy(), (norm.bias - norm.running_mean * scale).numpy()


def plain(convolution):
    return convolution.weight.permute(2, 3, 1, 0).numpy(), convolution.bias.numpy()


def convolved(x, weights, bias, stride=1):
    return tf.nn.bias_add(tf.nn.conv2d(x, weights, stride, "SAME"), bias)


def separable(x, part: Separable):
    weights, bias = folded(part.deep, part.norm1)
    weights = weights.transpose(0, 1, 3, 2)
    x = tf.nn.depthwise_conv2d(x, weights, [1, part.stride, part.stride, 1], "SAME")
    return tf.nn.relu6(convolved(tf.nn.relu6(tf.nn.bias_add(x, bias)), *folded(part.point, part.norm2)))


def twice(x):
    return tf.image.resize(x, (2 * x.shape[1], 2 * x.shape[2]), "bilinear")


def network(net: Parser, edge: int):
    @tf.function(input_signature=[tf.TensorSpec((1, edge, edge, 3), tf.float32)])
    def run(x):
        seen = [tf.nn.relu6(convolved(x, *folded(net.stem, net.norm), 2))]
        for down in net.down:
            y = seen[-1]
            for part in down:
                y = separable(y, part)
            seen.append(y)
        y = seen[-1]
        for part in net.middle:
            y = separable(y, part)
        y = separable(convolved(y, *plain(net.side[-1])), net.up[-1])
        for k in reversed(range(len(net.down))):
            y = separable(twice(y) + convolved(seen[k], *plain(net.side[k])), net.up[k])
        y = twice(convolved(y, *plain(net.head)))
        return y + convolved(tf.concat([x, y], 3), *plain(net.fine))

    return run


def halved(model: bytes) -> bytes:
    """The model with each float32 constant stored as float16, and a DEQUANTIZE that makes it float32 again."""
    whole = schema.ModelT.InitFromObj(schema.Model.GetRootAs(model, 0))
    graph, made = whole.subgraphs[0], []
    code = schema.OperatorCodeT()
    code.builtinCode = code.deprecatedBuiltinCode = schema.BuiltinOperator.DEQUANTIZE
    code.version = 3
    whole.operatorCodes.append(code)
    for index in sorted({int(i) for operator in graph.operators for i in operator.inputs if i >= 0}):
        tensor = graph.tensors[index]
        data = whole.buffers[tensor.buffer].data
        if tensor.type != schema.TensorType.FLOAT32 or data is None or len(data) == 0:
            continue
        buffer, half, operator = schema.BufferT(), schema.TensorT(), schema.OperatorT()
        buffer.data = np.frombuffer(np.frombuffer(bytes(data), np.float32).astype(np.float16).tobytes(), np.uint8)
        whole.buffers.append(buffer)
        half.shape, half.type, half.buffer = tensor.shape, schema.TensorType.FLOAT16, len(whole.buffers) - 1
        half.name, half.hasRank = b"", True
        graph.tensors.append(half)
        tensor.buffer = 0
        operator.opcodeIndex = len(whole.operatorCodes) - 1
        operator.inputs = np.array([len(graph.tensors) - 1], np.int32)
        operator.outputs = np.array([index], np.int32)
        operator.builtinOptionsType = schema.BuiltinOptions.DequantizeOptions
        operator.builtinOptions = schema.DequantizeOptionsT()
        made.append(operator)
    graph.operators, whole.metadata = made + graph.operators, None
    used = {tensor.buffer for tensor in graph.tensors}
    for k, buffer in enumerate(whole.buffers):
        if k not in used:
            buffer.data = None
    builder = flatbuffers.Builder(1 << 20)
    builder.Finish(whole.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def main(run: Path, out: Path):
    weights = torch.load(run)["mean"]
    finds_lenses = len(weights["stem.weight"]) == LENSES[0][0]
    net, edge = (Parser(*LENSES), LENS_EDGE) if finds_lenses else (Parser(*PARSER), EDGE)
    net.load_state_dict(weights)
    net.eval()
    with torch.no_grad():
        function = network(net, edge)
        concrete = function.get_concrete_function()
        converter = tf.lite.TFLiteConverter.from_concrete_functions([concrete])
        out.write_bytes(halved(converter.convert()))
        picture = np.random.default_rng(1).random((1, edge, edge, 3), np.float32)
        lite = tf.lite.Interpreter(model_path=str(out), num_threads=1)
        lite.allocate_tensors()
        lite.set_tensor(lite.get_input_details()[0]["index"], picture)
        lite.invoke()
        made = lite.get_tensor(lite.get_output_details()[0]["index"])
        wanted = net(torch.from_numpy(picture).permute(0, 3, 1, 2)).permute(0, 2, 3, 1).numpy()
        print(
            f"{out.stat().st_size} bytes; logits differ by {np.abs(made - wanted).max():.4f} at most; labels on {(made.argmax(3) != wanted.argmax(3)).mean():.5f}"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
