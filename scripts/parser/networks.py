"""The networks that label the portraits, run with TensorFlow Lite: the engine's own three, and the teacher."""

import os
from pathlib import Path

import cv2
import numpy as np

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
from tensorflow.lite.python.interpreter import Interpreter  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "node_modules" / "@mediapipe"
# The same files and bytes as in renderer/engine/vite-models.ts.
DETECTOR = PACKAGES / "face_detection" / "face_detection_short_range.tflite"
MESH = (PACKAGES / "face_mesh" / "face_mesh_solution_packed_assets.data", 2_495_952, 3_737_848)
PERSON = PACKAGES / "selfie_segmentation" / "selfie_segmentation.tflite"


class Network:
    """A network of one image, edge * edge * 3; gives its outputs as arrays."""

    def __init__(self, file: Path, start: int = 0, end: int | None = None):
        self.run = Interpreter(model_content=file.read_bytes()[start:end], num_threads=1)
        self.run.allocate_tensors()
        self.into = self.run.get_input_details()[0]["index"]
        self.out = [each["index"] for each in self.run.get_output_details()]

    def __call__(self, image: np.ndarray) -> list[np.ndarray]:
        self.run.set_tensor(self.into, np.ascontiguousarray(image[None], np.float32))
        self.run.invoke()
        return [self.run.get_tensor(out)[0].copy() for out in self.out]


def sigmoid(z: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-z))


def logit(p: np.ndarray, cap: float = 0.995) -> np.ndarray:
    p = np.clip(p, 1 - cap, cap)
    return np.log(p / (1 - p))


def square(image: np.ndarray, x: float, y: float, edge: float, angle: float, size: int):
    """A turned square of the image, centre and edge in pixels, angle in radians, size * size; and its matrix."""
    s = size / edge
    c, n = np.cos(angle) * s, np.sin(angle) * s
    to = np.array([[c, n, size / 2 - c * x - n * y], [-n, c, size / 2 + n * x - c * y]])
    return cv2.warpAffine(image, to, (size, size), flags=cv2.INTER_AREA), to


ANCHORS = (
    np.array([((k // 2) % 16 + 0.5, (k // 2) // 16 + 0.5) for k in range(512)] + [(-1, -1)] * 384, np.float32) / 16
)
for k in range(384):
    ANCHORS[512 + k] = ((k // 6) % 8 + 0.5) / 8, ((k // 6) // 8 + 0.5) / 8


class Faces:
    """Finds the largest face of a picture and its 468 landmarks, as renderer/engine/faces does."""

    def __init__(self):
        self.detector, self.mesh = Network(DETECTOR), Network(*MESH)

    def landmarks(self, image: np.ndarray) -> np.ndarray | None:
        """468 * 2 in pixels of the image (RGB, 0..1), or nothing where no face is."""
        height, width = image.shape[:2]
        edge = max(width, height)
        region = (width / 2, height / 2, edge, 0.0)
        for _ in range(2):
            found = self._face(image, region)
            if found is None:
                return None
            (x, y, w, h), (right, left) = found
            region = (x, y, max(w, h) * 2.8, 0.0)
        angle = np.arctan2(left[1] - right[1], left[0] - right[0])
        region = (x, y, max(w, h) * 1.5, angle)
        for _ in range(2):
            view, to = square(image, *region, 192)
            points, presence = sorted(self.mesh(view), key=np.size, reverse=True)[:2]
            if sigmoid(presence.ravel()[0]) < 0.8:
                return None
            back = cv2.invertAffineTransform(to)
            points = points.reshape(-1, 3)[:468, :2] @ back[:, :2].T + back[:, 2]
            eyes = [points[[33, 133, 159, 145]].mean(0), points[[263, 362, 386, 374]].mean(0)]
            angle = np.arctan2(*(eyes[1] - eyes[0])[::-1])
            turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
            turned = points @ turn.T
            low, high = turned.min(0), turned.max(0)
            region = (*(turn.T @ ((low + high) / 2)), (high - low).max() * 1.5, angle)
        return points

    def _face(self, image, region):
        view, to = square(image, *region, 128)
        values, scores = sorted(self.detector(view * 2 - 1), key=np.size, reverse=True)
        values, scores = values.reshape(896, 16) / 128, sigmoid(np.clip(scores.ravel(), -100, 100))
        best = scores.argmax()
        if scores[best] < 0.5:
            return None
        back = cv2.invertAffineTransform(to)
        place = lambda p: back[:, :2] @ ((p + ANCHORS[best]) * 128) + back[:, 2]
        size = values[best, 2:4] * region[2]
        return (*place(values[best, :2]), *size), (place(values[best, 4:6]), place(values[best, 6:8]))


class Masks:
    """Masks of the whole picture, 0..1: views of a network around the head and their mirror images, averaged."""

    def __init__(self, network: Network, edge: int, views, logits: bool):
        self.network, self.edge, self.views, self.logits = network, edge, views, logits

    def __call__(self, image: np.ndarray, middle, wide: float):
        """The mask, and the intersection over union of the views with their mirror images."""
        height, width = image.shape[:2]
        total = np.zeros((height, width), np.float32)
        weights = np.full((height, width), 1e-6, np.float32)
        agree = []
        for faces, down in self.views:
            reach = wide * faces / 2 if faces else max(width, height)
            x, y = middle[0], middle[1] + wide * down
            left, top = max(0, round(x - reach)), max(0, round(y - reach))
            right, bottom = min(width, round(x + reach)), min(height, round(y + reach))
            part = cv2.resize(image[top:bottom, left:right], (self.edge, self.edge), interpolation=cv2.INTER_CUBIC)
            both = [self.network(view)[0][..., 0] for view in (part, part[:, ::-1])]
            both = [sigmoid(p) if self.logits else p for p in both]
            own, mirrored = both[0], both[1][:, ::-1]
            agree.append((np.minimum(own, mirrored) > 0.5).sum() / max(1, (np.maximum(own, mirrored) > 0.5).sum()))
            mean = cv2.resize((own + mirrored) / 2, (right - left, bottom - top), interpolation=cv2.INTER_LINEAR)
            total[top:bottom, left:right] += logit(mean)
            weights[top:bottom, left:right] += 1
        return sigmoid(total / weights), min(agree)
