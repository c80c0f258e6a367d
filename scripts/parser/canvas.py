"""The square that the parser sees, and what its pixels may be. Lengths are in face widths."""

import cv2
import numpy as np

LABELS = (
    "background",
    "face skin",
    "other skin",
    "scalp hair",
    "facial hair",
    "headwear",
    "spectacles",
    "clothes",
    "jewellery",
)
NONE, FACE, SKIN, HAIR, BEARD, HEADWEAR, SPECTACLES, CLOTHES, JEWELS = range(len(LABELS))
UNDECIDED = 255

# As VIEW in renderer/engine/faces/parser.ts.
EDGE = 256
FACE_WIDTH = 0.26
EYES_Y = 0.40
# As LENSES in renderer/engine/faces/lenses.ts.
LENS_EDGE = 128

OVAL = [10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152]
OVAL += [148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109]
RIGHT_EYE = [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246]
LEFT_EYE = [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466]
BROWS = [[70, 63, 105, 66, 107, 55, 65, 52, 53, 46], [300, 293, 334, 296, 336, 285, 295, 282, 283, 276]]
LIPS = [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185]


def eyes_of(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The middle of each eye, the person's right first, from corners and lids."""
    return points[[33, 133, 159, 145]].mean(0), points[[263, 362, 386, 374]].mean(0)


def frame_of(points: np.ndarray, edge: int = EDGE, wide: float = FACE_WIDTH, eyes_y: float = EYES_Y) -> np.ndarray:
    """The matrix from the picture to the upright square, as `frontalFrame` of renderer/engine/photo/frame.ts."""
    right, left = eyes_of(points)
    angle = np.arctan2(*(left - right)[::-1])
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    turned = points @ turn.T
    low, high = turned.min(0), turned.max(0)
    scale = wide * edge / max(high[0] - low[0], (high[1] - low[1]) * 0.78)
    eyes = turn @ ((right + left) / 2)
    shift = np.array([edge / 2 - scale * (low[0] + high[0]) / 2, edge * eyes_y - scale * eyes[1]])
    return np.hstack([turn * scale, shift[:, None]])


def framed(image: np.ndarray, frame: np.ndarray, edge: int = EDGE) -> np.ndarray:
    """The image in the square, black beyond its border; averaged first where it is scaled down."""
    scale = np.hypot(frame[0, 0], frame[0, 1])
    if scale < 1:
        image = cv2.GaussianBlur(image, (0, 0), 0.45 * np.sqrt(1 / scale**2 - 1) + 1e-3)
    return cv2.warpAffine(image, frame, (edge, edge), flags=cv2.INTER_LINEAR)


def moved(points: np.ndarray, frame: np.ndarray) -> np.ndarray:
    return points @ frame[:, :2].T + frame[:, 2]


def black(picture: np.ndarray) -> np.ndarray:
    """Where a picture has nothing."""
    return (picture[..., 0] == 0) & (picture[..., 1] == 0) & (picture[..., 2] == 0)


def filled(rings, n: int = EDGE) -> np.ndarray:
    """Where any of the polygons is."""
    mask = np.zeros((n, n), np.uint8)
    for ring in rings:
        cv2.fillPoly(mask, [np.round(np.asarray(ring) * 16).astype(np.int32)], 1, shift=4)
    return mask > 0


CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
OPPONENTS = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
TO = [m.T.astype(np.float32) for m in (CONES, OPPONENTS)]
BACK = [np.linalg.inv(m).T.astype(np.float32) for m in (OPPONENTS, CONES)]


def oklab(rgb: np.ndarray) -> np.ndarray:
    """OKLab (B. Ottosson 2020) of gamma-encoded RGB in 0..1."""
    rgb = np.asarray(rgb, np.float32)
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** np.float32(2.4))
    return np.cbrt(np.maximum(linear @ TO[0], 0)) @ TO[1]


def rgb_of(lab: np.ndarray) -> np.ndarray:
    """Gamma-encoded RGB, clipped to 0..1, of OKLab."""
    cones = np.asarray(lab, np.float32) @ BACK[0]
    linear = np.clip(cones * cones * cones @ BACK[1], 0, 1)
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** np.float32(1 / 2.4) - 0.055)
