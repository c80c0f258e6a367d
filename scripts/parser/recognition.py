"""recognition.py MODEL OUT.tflite: writes dlib's face embedding as float16 TensorFlow Lite, and checks it.

MODEL is `face_recognition_model.bin` of the npm package `@vladmandic/face-api` 1.7.15, with its manifest beside it. The
network is that of the package's `src/faceRecognitionNet`: a ResNet of 29 layers (D. King, dlib, 2017), 150 * 150 RGB
in 0..255 -> 128 numbers. Each scale is folded into the convolution before it.
"""

import hashlib
import json
import os
import sys
from pathlib import Path

import numpy as np

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf  # noqa: E402

from export import convolved, halved  # noqa: E402

EDGE = 150
SHA256 = "b413e420d6840b2775fba32008db6f3cddb07d485967fb42cfcf379c16a8c589"
MEAN = [122.782, 117.001, 104.298]


def read(model: Path) -> dict:
    """The arrays of the package's file, by name."""
    data = model.read_bytes()
    assert hashlib.sha256(data).hexdigest() == SHA256, "another file"
    manifest = json.loads(model.with_name(model.stem + "-weights_manifest.json").read_text())
    arrays, at = {}, 0
    for weights in (each for part in manifest for each in part["weights"]):
        shape, how = weights["shape"], weights.get("quantization")
        kind = np.dtype(how["dtype"] if how else "float32")
        count = int(np.prod(shape))
        values = np.frombuffer(data, kind, count, at).astype(np.float32)
        at += count * kind.itemsize
        arrays[weights["name"]] = (values * how["scale"] + how["min"] if how else values).reshape(shape)
    assert at == len(data), "the manifest doesn't fit"
    return arrays


def network(arrays: dict):
    def conv(x, name, stride=1):
        scale = arrays[f"{name}/scale/weights"]
        bias = arrays[f"{name}/conv/bias"] * scale + arrays[f"{name}/scale/biases"]
        filters = (arrays[f"{name}/conv/filters"] * scale).astype(np.float32)
        if stride == 1:
            return convolved(x, filters, bias.astype(np.float32))
        return tf.nn.bias_add(tf.nn.conv2d(x, filters, stride, "VALID"), bias.astype(np.float32))

    def residual(x, name, down):
        y = conv(tf.nn.relu(conv(x, f"{name}/conv1", 2 if down else 1)), f"{name}/conv2")
        if down:
            x = tf.nn.avg_pool2d(x, 2, 2, "VALID")
            y = tf.pad(y, [[0, 0], [0, x.shape[1] - y.shape[1]], [0, x.shape[2] - y.shape[2]], [0, 0]])
            x = tf.pad(x, [[0, 0], [0, 0], [0, 0], [0, y.shape[3] - x.shape[3]]])
        return tf.nn.relu(x + y)

    blocks = list(dict.fromkeys(name.split("/")[0] for name in arrays if "/conv1/" in name))

    @tf.function(input_signature=[tf.TensorSpec((1, EDGE, EDGE, 3), tf.float32)])
    def run(x):
        x = (x - MEAN) / 255
        x = tf.nn.max_pool2d(tf.nn.relu(conv(x, "conv32_down", 2)), 3, 2, "VALID")
        for name in blocks:
            x = residual(x, name, "_down" in name)
        return tf.reduce_mean(x, [1, 2]) @ arrays["fc"]

    return run


def main(model: Path, out: Path):
    run = network(read(model))
    converter = tf.lite.TFLiteConverter.from_concrete_functions([run.get_concrete_function()])
    out.write_bytes(halved(converter.convert()))
    picture = np.random.default_rng(1).random((1, EDGE, EDGE, 3), np.float32) * 255
    lite = tf.lite.Interpreter(model_path=str(out), num_threads=1)
    lite.allocate_tensors()
    lite.set_tensor(lite.get_input_details()[0]["index"], picture)
    lite.invoke()
    made = lite.get_tensor(lite.get_output_details()[0]["index"])
    print(f"{out.stat().st_size} bytes, differs by {np.abs(made - run(picture).numpy()).max():.5f} at most")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
