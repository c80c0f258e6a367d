"""Training examples: the labelled portraits, with costumes drawn on them and the faults of photos."""

import hashlib
import json
from pathlib import Path

import cv2
import numpy as np

import costumes
from canvas import BEARD, CLOTHES, EDGE, FACE, HAIR, LEFT_EYE, LIPS, NONE, OVAL, RIGHT_EYE, SKIN, UNDECIDED
from canvas import black, filled, oklab

# The teacher's mirrored views agree at least so much where its hair is believed (intersection over union).
AGREE = 0.85
HELD_OUT = 10
# How often a portrait with such a mark is taken, against one without.
OFTEN = {"beard": 6, "moustache": 4, "bald": 2}
# A beard's lightness, or its chroma divided by lightness, is at most this share of the skin's.
DARKER, GREYER = 0.72, 0.8
# In face widths: hairs of a beard and the skin between them are seen as one within this radius.
STUBBLE = 0.03
# A beard of which more than this share looks like skin is a fair one.
FAIR = 0.65
# The share of examples that are of scripts/people/crowd.py, where there are any.
DRAWN = 0.3
# By mark, the portraits that bear it, each named by four digits.
ATTRIBUTES = json.loads(Path(__file__).with_name("attributes.json").read_text())


def held_out(name: str) -> bool:
    """Whether a portrait is kept from training: one in ten."""
    return hashlib.sha256(name.encode()).digest()[0] % HELD_OUT == 0


def marks_of(name: str) -> list[str]:
    """What was marked by eye on a portrait."""
    return [mark for mark, names in ATTRIBUTES.items() if name in names]


# Landmarks along the jaw, from ear to ear.
JAW = [234, 93, 132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361, 323, 454]


def divided(labels, points) -> np.ndarray:
    """Bare skin is the face's down to the jaw and the earlobes, and other skin below."""
    y, x = np.mgrid[:EDGE, :EDGE]
    jaw = points[JAW]
    line = np.interp(x[0], jaw[:, 0], jaw[:, 1])
    lobes = (points[132, 1] + points[361, 1]) / 2
    line = np.where((x[0] < jaw[0, 0]) | (x[0] > jaw[-1, 0]), lobes, np.maximum(line, lobes))
    return np.where((labels == SKIN) | (labels == FACE), np.where(y < line, FACE, SKIN), labels)


def shaded(lab, worn, skin, points, wide) -> np.ndarray:
    """What of a beard has the skin's hue and isn't much darker; not around the mouth, nor if hardly any of it is unlike skin."""
    vivid = lambda c: np.hypot(c[..., 1], c[..., 2]) / (c[..., 0] + 1e-3)
    weight = cv2.GaussianBlur(worn.astype(np.float32), (0, 0), STUBBLE * wide) + 1e-4
    mean = cv2.GaussianBlur(lab * worn[..., None].astype(np.float32), (0, 0), STUBBLE * wide) / weight[..., None]
    y, x = np.mgrid[:EDGE, :EDGE]
    lips, jaw = points[LIPS], points[JAW]
    mouth = (x > lips[:, 0].min()) & (x < lips[:, 0].max()) & (y < points[152, 1])
    below = y > np.interp(x[0], jaw[:, 0], jaw[:, 1])
    skinny = (vivid(mean) > GREYER * vivid(skin)) & ((mean[..., 0] > DARKER * skin[0]) | below) & ~mouth & worn
    return skinny if skinny.sum() < FAIR * worn.sum() else np.zeros_like(worn)


def corrected(z, marks) -> np.ndarray:
    """The teacher's labels, and what was marked by eye."""
    points = z["points"]
    labels = divided(z["labels"], points)
    y = np.mgrid[:EDGE, :EDGE][0]
    wide, jaw = np.hypot(*(points[454] - points[234])), points[JAW]
    lab = oklab(z["rgb"].astype(np.float32) / 255)
    if "beard" in marks or "moustache" in marks:
        # Darker or greyer than the cheeks, around the mouth or on the jaw.
        cheeks = lab[tuple(np.round(points[[50, 101, 118, 205, 280, 330, 347, 425]]).astype(int).T[::-1])]
        own = np.median(cheeks, 0)
        chroma = np.hypot(lab[..., 1], lab[..., 2]) / (lab[..., 0] + 0.05)
        unlike = np.maximum(
            (own[0] - lab[..., 0]) / own[0] / 0.1, (1 - chroma / (np.hypot(own[1], own[2]) / (own[0] + 0.05))) / 0.2
        )
        unlike = cv2.GaussianBlur(unlike.astype(np.float32), (0, 0), 1.0)
        lips = filled([points[LIPS]])
        lip = filled([points[[57, 165, 97, 2, 326, 391, 287, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185, 61]]])
        zone = (
            lip
            if "beard" not in marks
            else filled(
                [
                    np.vstack([jaw, points[[280, 425, 358, 326, 2, 97, 129, 205, 50]]]),
                    jaw + [0, 0.12 * wide],
                    jaw + [0, 0.25 * wide],
                ]
            )
        )
        if "moustache" not in marks:
            zone &= ~lip
        worn = (unlike > 1) & zone & ~lips & (labels != HAIR) & ((labels != CLOTHES) | (y < points[152, 1]))
        worn &= ~shaded(lab, worn, own, points, wide)
        worn = cv2.morphologyEx(worn.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2))) > 0
        labels[worn] = BEARD
        # At its edge nobody can say.
        edge = cv2.dilate(worn.astype(np.uint8), np.ones((3, 3))) > 0
        labels[edge & ~worn & (labels != HAIR) & ~lips] = UNDECIDED
    if "glasses" in marks:
        # Where the frames are isn't known; drawn ones teach them.
        around = filled([points[RIGHT_EYE], points[LEFT_EYE]]).astype(np.uint8)
        around = cv2.dilate(
            around, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (int(0.3 * wide) | 1, int(0.3 * wide) | 1))
        )
        band = (np.abs(y - points[[33, 263], 1].mean()) < 0.05 * wide) & (labels == FACE)
        labels[(around > 0) | band] = UNDECIDED
    return labels


def surroundings(rgb: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """A portrait without its person, 64 * 64 * 3, 0..1: what is around them is spread over them."""
    known = ((labels == NONE) & (rgb.max(-1) > 0)).astype(np.float32)
    picture, known = (
        cv2.resize(each, (64, 64), interpolation=cv2.INTER_AREA) for each in (rgb / np.float32(255), known)
    )
    total, weight = picture * known[..., None], known
    for _ in range(5):
        total, weight = (cv2.GaussianBlur(each, (0, 0), 3) for each in (total, weight))
    spread = total / np.maximum(weight, 1e-4)[..., None]
    return np.clip(picture * known[..., None] + spread * (1 - known[..., None]), 0, 1)


def written(folder: Path, hidden: bool):
    """The examples of a folder that are held out, or the others; a person's pictures share the part before a hyphen."""
    for file in sorted(folder.glob("*.npz")):
        if held_out(file.stem.split("-")[0]) != hidden:
            continue
        try:
            z = np.load(file)
            yield file, {key: z[key] for key in z.files}
        except (OSError, ValueError, EOFError, KeyError):
            continue  # still being written


class Portraits:
    """The labelled portraits of a folder and the drawn people beside them."""

    def __init__(self, data: Path, hidden: bool):
        self.all, self.grounds, often = [], [], []
        for file, z in written(data / "portraits", hidden):
            own = marks_of(file.stem)
            sure = z["agree"] >= AGREE or "bald" in own
            if "bad" in own or "headwear" in own or not sure or (z["labels"] == FACE).sum() < 400:
                continue
            self.all.append((z["rgb"], corrected(z, own), z["points"].astype(np.float32), own))
            self.grounds.append(surroundings(z["rgb"], z["labels"]))
            often.append(max([OFTEN.get(mark, 1) for mark in own], default=1))
        drawn = [z for _, z in written(data / "crowd", hidden)]
        for z in drawn:
            self.all.append((z["rgb"], divided(z["labels"], z["points"]), z["points"], list(z["worn"])))
        share = DRAWN / max(1, len(drawn))
        self.often = np.r_[np.array(often) / np.sum(often) * (1 - share * len(drawn)), np.full(len(drawn), share)]

    def others(self, rng) -> np.ndarray:
        """Another portrait's surroundings."""
        return cv2.resize(self.grounds[rng.integers(len(self.grounds))], (EDGE, EDGE), interpolation=cv2.INTER_LINEAR)

    def dressed(self, rng):
        """A random portrait with costumes: picture (256 * 256 * 3, 0..1) and labels."""
        rgb, labels, points, marks = self.all[rng.choice(len(self.all), p=self.often)]
        picture, labels = rgb.astype(np.float32) / 255, labels.copy()
        face = costumes.Face(points)
        beyond = black(rgb)
        if rng.random() < 0.85:
            costumes.recoloured(rng, picture, labels)
        if not {"beard", "moustache"} & set(marks) and rng.random() < 0.22:
            costumes.beard(rng, picture, labels, face, points)
        if "glasses" not in marks and rng.random() < 0.3:
            costumes.spectacles(rng, picture, labels, face)
        covered = "headwear" not in marks and rng.random() < 0.25
        if covered or rng.random() < 0.5:
            behind = costumes.ground(rng, self.others)
            free = cv2.GaussianBlur(((labels == NONE) & ~beyond).astype(np.float32), (0, 0), rng.uniform(0.4, 1))[
                ..., None
            ]
            picture += (behind - picture) * free
            if rng.random() < 0.5:
                beyond = np.zeros_like(beyond)  # the ground goes on
                picture = np.where(black(rgb)[..., None], behind, picture)
            if covered:
                costumes.headwear(rng, picture, labels, face, behind)
        if rng.random() < 0.2:
            costumes.jewels(rng, picture, labels, face)
        if rng.random() < 0.35:
            costumes.light(rng, picture, labels, face)
        labels[beyond] = NONE
        picture[beyond] = 0
        return picture, labels


def shot(rng, picture, labels):
    """The same as a camera might have taken it."""
    return photographed(rng, *placed(rng, picture, labels))


def placed(rng, picture, labels):
    """As the landmarks might have framed it: turned, moved and scaled a little, mirrored, cut off."""
    angle, scale = rng.normal(0, 5), np.exp(rng.normal(0, 0.1))
    to = cv2.getRotationMatrix2D((128, 108), angle, scale)
    to[:, 2] += rng.normal(0, 7, 2)
    if rng.random() < 0.5:
        to = to @ np.array([[-1, 0, EDGE - 1], [0, 1, 0], [0, 0, 1]])
    picture = cv2.warpAffine(picture, to, (EDGE, EDGE), flags=cv2.INTER_LINEAR)
    labels = cv2.warpAffine(labels, to, (EDGE, EDGE), flags=cv2.INTER_NEAREST)
    if rng.random() < 0.25:
        cut = rng.integers(150, 256) if rng.random() < 0.6 else 256
        left, right, top = (int(max(0, rng.normal(0, 25))) for _ in range(3))
        inside = np.zeros((EDGE, EDGE), bool)
        inside[min(top, 50) : cut, min(left, 70) : EDGE - min(right, 70)] = True
        picture[~inside], labels[~inside] = 0, NONE
    return picture, labels


def photographed(rng, picture, labels):
    """The light, blur, noise and compression of photos."""
    edge = len(picture)
    beyond = black(picture)[..., None]
    if rng.random() < 0.4:
        angle = rng.uniform(0, 2 * np.pi)
        y, x = np.mgrid[:edge, :edge] / edge
        t = ((x - 0.5) * np.cos(angle) + (y - 0.43) * np.sin(angle)) / 0.35
        picture = picture * (1 + rng.uniform(0, 0.45) * np.clip(t, -1.2, 1.2))[..., None]
    picture = (picture * np.exp(rng.normal(0, 0.22) + rng.normal(0, 0.07, 3))).astype(np.float32)
    contrast, brighter = np.float32(np.exp(rng.normal(0, 0.18))), np.float32(0.45 + rng.normal(0, 0.04))
    picture = (picture - np.float32(0.45)) * contrast + brighter
    picture = np.clip(picture, 0, 1) ** np.float32(np.exp(rng.normal(0, 0.15)))
    if rng.random() < 0.12:
        grey = picture @ np.array([0.3, 0.59, 0.11])
        tint = np.array([1, rng.uniform(0.85, 1), rng.uniform(0.65, 1)]) if rng.random() < 0.3 else np.ones(3)
        picture = (grey[..., None] * tint).astype(np.float32)
    if rng.random() < 0.4:
        small = int(edge * rng.uniform(0.4, 1))
        picture = cv2.resize(
            cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA),
            (edge, edge),
            interpolation=cv2.INTER_LINEAR,
        )
    elif rng.random() < 0.4:
        # Sharper than the portraits are.
        picture = picture + (picture - cv2.GaussianBlur(picture, (0, 0), 1)) * np.float32(rng.uniform(0, 1.5))
    if rng.random() < 0.5:
        picture = picture + rng.standard_normal(picture.shape, np.float32) * np.float32(rng.uniform(0, 0.04))
    picture = np.clip(picture, 0, 1)
    if rng.random() < 0.4:
        coded = cv2.imencode(
            ".jpg", (picture * 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(35, 95))]
        )[1]
        picture = cv2.imdecode(coded, 1).astype(np.float32) / 255
    return np.where(beyond, 0, picture).astype(np.float32), labels
