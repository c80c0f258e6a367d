"""Draws on portraits what they lack: hats, scarves, beards, spectacles, jewellery, dyed hair, other skin, clothes, grounds.

Each function takes a picture (256 * 256 * 3, 0..1), its labels and the face's points, draws by the random generator, and
changes picture and labels alike, so that its masks are exact.
"""

import cv2
import numpy as np

from canvas import BEARD, BROWS, CLOTHES, EDGE, FACE, HAIR, HEADWEAR, JEWELS, LEFT_EYE, LIPS, NONE, OVAL, RIGHT_EYE
from canvas import SKIN, SPECTACLES, UNDECIDED, filled, oklab, rgb_of

Y, X = np.mgrid[:EDGE, :EDGE].astype(np.float32)


class Face:
    """Places on a face that costumes hang on, in pixels."""

    def __init__(self, points: np.ndarray):
        self.points = points
        self.wide = float(np.hypot(*(points[454] - points[234])))
        self.eyes = points[RIGHT_EYE].mean(0), points[LEFT_EYE].mean(0)
        self.brow = float(points[BROWS[0] + BROWS[1]][:, 1].mean())
        self.top, self.chin = points[10], points[152]
        self.middle = (points[234] + points[454]) / 2
        self.tilt = float(np.arctan2(*(points[454] - points[234])[::-1]))


def noise(rng, scale: float) -> np.ndarray:
    """Smooth noise with spots of about `scale` pixels; mean 0, deviation 1."""
    n = max(2, int(EDGE / scale) + 2)
    plane = cv2.resize(rng.standard_normal((n, n)).astype(np.float32), (EDGE, EDGE), interpolation=cv2.INTER_CUBIC)
    return (plane - plane.mean()) / (plane.std() + 1e-6)


def dye(rng) -> np.ndarray:
    """A colour that cloth may have, in OKLab."""
    chroma = rng.choice([rng.uniform(0, 0.03), rng.uniform(0.03, 0.2)], p=[0.45, 0.55])
    hue = rng.uniform(0, 2 * np.pi)
    return np.array([rng.uniform(0.12, 0.95), chroma * np.cos(hue), chroma * np.sin(hue)], np.float32)


def cloth(rng, colour, folds: float = 0.05, around=None) -> np.ndarray:
    """Cloth in OKLab: a colour or a pattern of it and others, with folds, weave and the light on a round body."""
    lab = np.tile(np.asarray(colour, np.float32), (EDGE, EDGE, 1))
    warp = noise(rng, 40) * 4
    angle, step = rng.uniform(0, np.pi), rng.uniform(3, 16)
    across = (X + warp) * np.cos(angle) + (Y + warp) * np.sin(angle)
    along = (Y - warp) * np.cos(angle) - (X - warp) * np.sin(angle)
    kind = rng.choice(["plain", "stripes", "checks", "spots", "flowers"], p=[0.6, 0.12, 0.1, 0.08, 0.1])
    other = dye(rng)
    if kind == "stripes":
        lab[np.sin(across / step * np.pi) > rng.uniform(-0.5, 0.8)] = other
    elif kind == "checks":
        lab[(np.sin(across / step * np.pi) > 0) ^ (np.sin(along / step * np.pi) > 0)] = other
    elif kind == "spots":
        lab[np.sin(across / step * np.pi) * np.sin(along / step * np.pi) > 0.6] = other
    elif kind == "flowers":
        lab[noise(rng, rng.uniform(4, 14)) > rng.uniform(0.3, 1.2)] = other
    lab[..., 0] += folds * np.sin(along / rng.uniform(5, 22) + noise(rng, 30)) * rng.uniform(0, 1)
    lab[..., 0] += folds * 0.8 * noise(rng, rng.uniform(8, 40)) + 0.008 * noise(rng, 1.5)
    if around is not None:
        lab[..., 0] += rng.uniform(-0.06, 0.06) * np.clip((X - around[0]) / 60, -1.5, 1.5)
    return np.clip(lab, [0.05, -0.3, -0.3], [0.99, 0.3, 0.3])


def paste(picture, labels, mask, lab, label, soft: float = 0.7, shadow: float = 0.0):
    """Lays cloth or the like over the picture, with a soft edge and a shadow below it."""
    if shadow:
        dark = cv2.GaussianBlur(np.roll(mask.astype(np.float32), 3, 0), (0, 0), 4)
        picture *= 1 - shadow * (dark * (1 - mask))[..., None]
    cover = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), soft)[..., None]
    picture += (rgb_of(lab) - picture) * cover
    labels[mask] = label


def ellipse(x, y, wide, high, tilt=0.0, power=2.0) -> np.ndarray:
    c, s = np.cos(tilt), np.sin(tilt)
    u, v = ((X - x) * c + (Y - y) * s) / wide, ((Y - y) * c - (X - x) * s) / high
    return np.abs(u) ** power + np.abs(v) ** power < 1


def ground(rng, others) -> np.ndarray:
    """A ground: plain, a gradient, blotches, blurred shapes, or another portrait's surroundings."""
    kind = rng.choice(["plain", "gradient", "blotches", "shapes", "other"], p=[0.2, 0.2, 0.15, 0.25, 0.2])
    lab = np.tile(dye(rng), (EDGE, EDGE, 1)).astype(np.float32)
    if kind == "gradient":
        angle = rng.uniform(0, 2 * np.pi)
        t = ((X - 128) * np.cos(angle) + (Y - 128) * np.sin(angle)) / 360 + 0.5
        lab += (dye(rng) - lab) * t[..., None]
    elif kind == "blotches":
        for scale in (60, 20, 6):
            lab += (noise(rng, scale) * rng.uniform(0, 0.05))[..., None] * np.array(
                [1, rng.uniform(-1, 1), rng.uniform(-1, 1)]
            )
    elif kind == "shapes":
        for _ in range(rng.integers(4, 24)):
            x, y = rng.uniform(-20, 276, 2)
            high, wide = rng.uniform(4, 90, 2)
            shape = ellipse(x, y, wide, high, rng.uniform(0, 3), rng.choice([2, 8])).astype(np.float32)
            lab += (dye(rng) - lab) * cv2.GaussianBlur(shape, (0, 0), rng.uniform(0.5, 6))[..., None]
    elif kind == "other":
        picture = others(rng)
        return cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.5, 12))
    return rgb_of(lab + 0.01 * rng.standard_normal((EDGE, EDGE, 1)).astype(np.float32) * rng.uniform(0, 1))


def headwear(rng, picture, labels, face: Face, behind):
    """A hat, cap, turban, scarf, hood or headband; hair that would stick out above it goes."""
    w, middle = face.wide, face.middle
    kind = rng.choice(
        ["hat", "cap", "beanie", "turban", "scarf", "hood", "band"], p=[0.17, 0.18, 0.15, 0.12, 0.22, 0.1, 0.06]
    )
    person = (labels != NONE) & (labels != UNDECIDED)
    rows = np.where((labels == HAIR).any(1))[0]
    crown = min(face.top[1] - 0.12 * w, rows.min() if len(rows) else 1e9)
    base = face.brow - rng.uniform(0.02, 0.26) * w
    half = w * rng.uniform(0.54, 0.66)
    colour = dye(rng)
    lean = rng.uniform(-0.12, 0.12) + face.tilt
    bent = base + 0.12 * w * ((X - middle[0]) / (0.5 * w)) ** 2 * rng.uniform(-0.3, 1) + (X - middle[0]) * np.tan(lean)
    if kind in ("scarf", "hood"):
        ring = face.points[OVAL]
        grow = rng.uniform(0.86, 1.0) if kind == "scarf" else rng.uniform(1.0, 1.3)
        opening = filled([middle + (ring - middle) * [grow, rng.uniform(0.9, 1.03) if kind == "scarf" else grow]])
        outer = ellipse(middle[0], middle[1] - 0.12 * w, w * rng.uniform(0.66, 0.85), w * rng.uniform(0.88, 1.1), lean)
        drape = rng.uniform(0.2, 1.6) * w
        spread = half * rng.uniform(0.8, 1.2) + np.clip(Y - middle[1], 0, None) * rng.uniform(0.2, 0.9)
        below = (np.abs(X - middle[0]) < spread) & (Y > middle[1]) & (Y < face.chin[1] + drape + 6 * noise(rng, 30))
        mask = (outer | below) & ~opening
        if kind == "scarf":
            mask &= ~((Y < face.chin[1]) & opening)
        off = (labels == HAIR) & ~mask & (~opening if kind == "hood" else True)
    elif kind == "band":
        mask = (labels == HAIR) | (person & (Y < face.brow))
        mask &= (Y < bent) & (Y > bent - rng.uniform(0.1, 0.25) * w)
        off = np.zeros_like(mask)
    else:
        high = (
            base
            - crown
            + w * rng.uniform(*{"hat": (0.02, 0.3), "cap": (0, 0.12), "beanie": (0, 0.2), "turban": (0.05, 0.35)}[kind])
        )
        wide = half * (rng.uniform(1.05, 1.35) if kind == "turban" else 1)
        power = {"hat": rng.uniform(2.5, 6), "cap": 2.3, "beanie": 2.2, "turban": 2.2}[kind]
        mask = ellipse(middle[0], base, wide, high, lean, power) & (Y < bent)
        if kind == "turban":
            mask |= ellipse(middle[0], base - 0.3 * high, wide, 0.75 * high, lean) & (Y < bent)
        off = person & (Y < bent) & ~mask & (labels != CLOTHES)
    lab = cloth(rng, colour, rng.uniform(0.02, 0.09), middle)
    if kind == "turban":
        lab[..., 0] += 0.07 * np.sign(
            np.sin((Y - middle[1] + np.abs(X - middle[0]) * rng.uniform(-1, 1)) / (0.055 * w))
        )
    rim = np.clip(cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 3) / (0.2 * w), 0, 1)
    lab[..., 0] -= rng.uniform(0, 0.15) * (1 - rim)
    picture[off] = behind[off]
    labels[off] = NONE
    paste(picture, labels, mask, lab, HEADWEAR, rng.uniform(0.4, 1.0), rng.uniform(0, 0.5))
    if kind in ("hat", "cap") and rng.random() < 0.9:
        low = base + rng.uniform(-0.02, 0.06) * w
        if kind == "hat":
            wide, high = half * rng.uniform(1.25, 1.9), w * rng.uniform(0.05, 0.22)
            brim = ellipse(middle[0], low, wide, high, lean)
        else:
            side = rng.uniform(-0.25, 0.25) * w
            wide, high = half * rng.uniform(0.7, 1.0), w * rng.uniform(0.08, 0.24)
            brim = ellipse(middle[0] + side, low, wide, high, lean) & (Y > low - 0.3 * high)
        tone = lab + np.array([rng.uniform(-0.14, 0.05), 0, 0], np.float32)
        paste(
            picture,
            labels,
            brim,
            tone if rng.random() < 0.7 else cloth(rng, dye(rng), 0.02),
            HEADWEAR,
            0.6,
            rng.uniform(0, 0.6),
        )
        if kind == "hat" and rng.random() < 0.6:
            band = mask & (Y > bent - rng.uniform(0.08, 0.2) * w) & ~brim
            paste(picture, labels, band, cloth(rng, dye(rng), 0.02), HEADWEAR, 0.6)


def beard(rng, picture, labels, face: Face, points):
    """Stubble, a goatee, a moustache or a beard in the hair's colour, its greys, or white."""
    w = face.wide
    ring = points[
        [234, 93, 132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361, 323, 454]
    ]
    kind = rng.choice(["full", "goatee", "moustache"], p=[0.6, 0.2, 0.2])
    mouth = points[LIPS].mean(0)
    below = points[2, 1] + 0.25 * (mouth[1] - points[2, 1])
    lip = filled([points[[57, 165, 97, 2, 326, 391, 287, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185, 61]]])
    if kind == "moustache":
        mask = lip
    elif kind == "goatee":
        mask = ellipse(mouth[0], mouth[1] + 0.16 * w, 0.2 * w, 0.27 * w) & (Y > below)
    else:
        cheek = points[[454, 425, 326, 2, 97, 205, 234]] + [0, rng.uniform(-0.02, 0.12) * w]
        long = [0, rng.choice([0.03, rng.uniform(0.03, 0.7)]) * w]
        mask = filled([np.vstack([ring, cheek])]) | filled([ring + [0, k * long[1]] for k in (0.5, 1)]) & (Y > mouth[1])
        if rng.random() < 0.15:
            mask &= ~lip
    mask &= ~cv2.dilate(filled([points[LIPS]]).astype(np.uint8), np.ones((2, 2))).astype(bool)
    near = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 0.03 * w)
    rough = (near + 0.12 * noise(rng, 2.5) + 0.08 * noise(rng, 9) > 0.5) & (near > 0.15)
    rough &= (labels != CLOTHES) | (Y < points[152, 1] + 0.5 * w)
    rough &= labels != HAIR
    hair = labels == HAIR
    own = (
        np.median(oklab(picture[hair][None])[0], 0)
        if hair.sum() > 80
        else np.array([rng.uniform(0.2, 0.5), 0.01, 0.03])
    )
    if rng.random() < 0.35:
        own = np.array([rng.uniform(0.25, 0.92), rng.uniform(-0.005, 0.02), rng.uniform(-0.005, 0.05)])
    lab = np.tile(own.astype(np.float32), (EDGE, EDGE, 1))
    strand = cv2.GaussianBlur(rng.standard_normal((EDGE, EDGE)).astype(np.float32), (0, 0), sigmaX=0.6, sigmaY=2.2)
    lab[..., 0] = np.clip(lab[..., 0] + 0.22 * strand + 0.03 * noise(rng, 12), 0.08, 0.97)
    under = oklab(picture)
    # A beard of a few days shows the skin, and thins out towards its edge.
    dense = rng.uniform(0.55, 1) if rng.random() < 0.6 else rng.uniform(0.3, 0.6)
    thin = cv2.GaussianBlur(rough.astype(np.float32), (0, 0), rng.uniform(0.005, 0.05) * w)[..., None]
    paste(
        picture, labels, rough, under + (lab - under) * dense * np.minimum(1, 1.4 * thin), BEARD, rng.uniform(0.5, 1.4)
    )


def spectacles(rng, picture, labels, face: Face):
    """Frames of many shapes with temples, tinted or clear lenses and reflections."""
    w = face.wide
    right, left = face.eyes
    span = np.hypot(*(left - right))
    wide, high = span * rng.uniform(0.34, 0.45), span * rng.uniform(0.22, 0.42)
    drop, power, tilt = rng.uniform(-0.02, 0.1) * w, rng.choice([2, 2.6, 4, 7]), rng.uniform(-0.12, 0.12)
    lenses = np.zeros((EDGE, EDGE), bool)
    for eye, side in ((right, -1), (left, 1)):
        lenses |= ellipse(
            eye[0] + side * rng.uniform(0, 0.02) * w, eye[1] + drop, wide, high, face.tilt + side * tilt, power
        )
    thick = rng.choice([rng.uniform(0.8, 1.5), rng.uniform(1.5, 4.5)])
    off = cv2.distanceTransform((~lenses).astype(np.uint8), cv2.DIST_L2, 5)
    frame = (off > 0) & (off <= thick)
    if rng.random() < 0.15:
        frame &= Y < (right[1] + left[1]) / 2 + drop
    lines = np.zeros((EDGE, EDGE), np.uint8)
    stroke = max(1, round(thick * rng.uniform(0.6, 1.2)))
    at = lambda p: tuple(int(v) for v in np.round(p))
    bridge = drop - rng.uniform(0, 0.5) * high
    cv2.line(lines, at(right + [wide * 0.9, bridge]), at(left + [-wide * 0.9, bridge]), 1, stroke)
    for eye, side, ear in ((right, -1, 234), (left, 1, 454)):
        hinge = eye + [side * (wide + thick), drop - 0.4 * high]
        cv2.line(
            lines,
            at(hinge),
            at([face.points[ear][0] + side * 0.05 * w, hinge[1] + rng.uniform(-0.02, 0.05) * w]),
            1,
            stroke,
        )
    frame |= (lines > 0) & ~lenses & (labels != NONE) & (labels != HAIR)
    dark = rng.random() < 0.14
    tint = dye(rng)
    if dark:
        cover, tint[0] = rng.uniform(0.75, 0.97), rng.uniform(0.08, 0.3)
    else:
        cover = rng.choice([0, rng.uniform(0, 0.25)])
    if cover:
        glass = rgb_of(np.tile(tint, (EDGE, EDGE, 1)))
        picture[lenses] += (glass - picture)[lenses] * cover
    if rng.random() < 0.35:
        glare = lenses & (np.abs((X + Y * rng.uniform(-1, 1)) % (2 * wide) - wide) < rng.uniform(1, 6))
        picture[glare] += (1 - picture[glare]) * rng.uniform(0.1, 0.6)
    lab = np.tile(dye(rng), (EDGE, EDGE, 1)).astype(np.float32)
    lab[..., 0] = (rng.uniform(0.08, 0.35) if rng.random() < 0.65 else lab[..., 0]) + 0.03 * noise(rng, 6)
    cover = cv2.GaussianBlur(frame.astype(np.float32), (0, 0), 0.5)[..., None]
    picture += (rgb_of(np.clip(lab, [0.05, -0.2, -0.2], [0.98, 0.2, 0.2])) - picture) * np.minimum(
        1, cover * (1.25 if thick > 1.5 else rng.uniform(0.6, 1.2))
    )
    labels[frame] = SPECTACLES
    if dark:
        labels[lenses] = SPECTACLES
    elif rng.random() < 0.2 and thick < 1.2:
        picture[frame] *= rng.uniform(0.85, 1)


def jewels(rng, picture, labels, face: Face):
    """Earrings and a necklace of metal, pearls or beads."""
    w = face.wide
    mask = np.zeros((EDGE, EDGE), np.uint8)
    if rng.random() < 0.6:
        kind, size, drop = rng.choice(["stud", "hoop", "drop"]), rng.uniform(0.02, 0.06) * w, rng.uniform(0.05, 0.3) * w
        for side, ear in ((-1, 132), (1, 361)):
            x, y = face.points[ear] + [side * rng.uniform(0.02, 0.08) * w, rng.uniform(0, 0.06) * w]
            if kind == "stud":
                cv2.circle(mask, (int(x), int(y)), max(1, round(size)), 1, -1)
            elif kind == "hoop":
                cv2.ellipse(
                    mask,
                    (int(x), int(y + drop / 2)),
                    (max(2, int(drop / 3)), max(2, int(drop / 2))),
                    0,
                    0,
                    360,
                    1,
                    rng.integers(1, 3),
                )
            else:
                cv2.ellipse(
                    mask, (int(x), int(y + drop / 2)), (max(1, int(size)), max(2, int(drop / 2))), 0, 0, 360, 1, -1
                )
    if rng.random() < 0.6:
        x, y = face.chin + [0, rng.uniform(0.15, 0.3) * w]
        wide, deep = rng.uniform(0.28, 0.42) * w, rng.uniform(0.08, 0.45) * w
        bead = rng.uniform(0.006, 0.03) * w
        for t in np.linspace(0, np.pi, int(rng.uniform(14, 50))):
            cv2.circle(mask, (int(x + wide * np.cos(t)), int(y + deep * np.sin(t))), max(1, round(bead)), 1, -1)
    mask = (mask > 0) & (labels != NONE)
    metal = [(0.82, 0.01, 0.1), (0.85, 0, 0), (0.93, 0.005, 0.015)]
    lab = np.tile(np.array(metal[rng.integers(3)], np.float32) if rng.random() < 0.7 else dye(rng), (EDGE, EDGE, 1))
    lab[..., 0] = np.clip(lab[..., 0] + 0.13 * noise(rng, 2), 0.05, 0.99)
    paste(picture, labels, mask, lab, JEWELS, 0.5)


def recoloured(rng, picture, labels):
    """Hair dyed, gone grey or black; skin of other tones; clothes and headwear of other cloth."""
    lab = oklab(picture)
    hair = (labels == HAIR) | (labels == BEARD)
    if rng.random() < 0.4 and hair.sum() > 60:
        soft = cv2.GaussianBlur(hair.astype(np.float32), (0, 0), 1.2)[..., None]
        own = np.median(lab[hair], 0)
        kinds = [
            (rng.uniform(0.1, 0.25), rng.uniform(0, 0.01), rng.uniform(0, 0.015)),
            (rng.uniform(0.25, 0.5), rng.uniform(0.01, 0.05), rng.uniform(0.02, 0.08)),
            (rng.uniform(0.6, 0.85), rng.uniform(0, 0.03), rng.uniform(0.04, 0.11)),
            (rng.uniform(0.5, 0.93), rng.uniform(-0.005, 0.005), rng.uniform(-0.005, 0.02)),
            tuple(dye(rng)),
        ]
        want = np.array(kinds[rng.choice(5, p=[0.22, 0.22, 0.2, 0.22, 0.14])], np.float32)
        contrast = rng.uniform(0.6, 1.2) * min(2.0, (0.15 + want[0]) / (0.1 + own[0]))
        new = want + (lab - own) * [contrast, rng.uniform(0.3, 1), rng.uniform(0.3, 1)]
        lab += (new - lab) * soft
    bare = (labels == FACE) | (labels == SKIN)
    if rng.random() < 0.35 and bare.sum() > 200:
        soft = cv2.GaussianBlur(bare.astype(np.float32), (0, 0), 1.2)[..., None]
        own = np.median(lab[bare], 0)
        want = np.array([rng.uniform(0.28, 0.85), rng.uniform(0.015, 0.055), rng.uniform(0.03, 0.085)], np.float32)
        new = want + (lab - own) * [np.clip(want[0] / own[0], 0.5, 1.3), 1, 1]
        lab += (new - lab) * soft
    for worn in (labels == CLOTHES, labels == HEADWEAR):
        if rng.random() < 0.5 and worn.sum() > 200:
            soft = cv2.GaussianBlur(worn.astype(np.float32), (0, 0), 1.0)[..., None]
            if rng.random() < 0.5:
                new = cloth(rng, dye(rng), 0.04)
                new[..., 0] += (lab[..., 0] - lab[..., 0][worn].mean()) * rng.uniform(0, 0.8)
            else:
                own, want = np.median(lab[worn], 0), dye(rng)
                new = want + (lab - own) * rng.uniform(0.3, 1)
            lab += (new - lab) * soft
    picture[:] = rgb_of(np.clip(lab, [0.03, -0.3, -0.3], [0.99, 0.3, 0.3]))


def light(rng, picture, labels, face: Face):
    """Shadows of hats, trees and one's own face, and shine: what a beard or a pale skin must not be taken for."""
    w, (x, y) = face.wide, face.middle
    kind = rng.choice(["side", "brim", "under", "spots"], p=[0.35, 0.15, 0.35, 0.15])
    soft = rng.uniform(0.02, 0.4) * w
    if kind == "spots":
        dark = noise(rng, rng.uniform(8, 40)) > rng.uniform(-0.5, 0.5)
    elif kind == "side":
        angle = rng.uniform(0, 2 * np.pi)
        dark = (X - x) * np.cos(angle) + (Y - y) * np.sin(angle) > rng.uniform(-0.4, 0.4) * w
    elif kind == "brim":
        dark = Y < rng.uniform(face.brow, face.points[2, 1])
    else:
        # Light from above: the lower face, or no more than the neck.
        mouth, chin = face.points[LIPS].mean(0), face.chin
        dark = ellipse(
            chin[0], chin[1] + rng.uniform(-0.1, 0.5) * w, w * rng.uniform(0.35, 0.9), w * rng.uniform(0.3, 0.6)
        )
        dark &= Y > rng.uniform(face.points[2, 1], mouth[1])
    depth = cv2.GaussianBlur((dark & (labels != NONE)).astype(np.float32), (0, 0), soft)[..., None]
    tint = rng.uniform(0.12, 0.75) * np.exp(rng.normal(0, 0.08, 3))
    picture *= (1 + (tint - 1) * depth) ** (1 / 2.2)
    if rng.random() < 0.3:
        shine = np.zeros((EDGE, EDGE), np.float32)
        for place in rng.choice([10, 151, 5, 50, 280, 118, 347, 199], 4, replace=False):
            size = rng.uniform(0.03, 0.16) * w
            at = face.points[place] + rng.normal(0, 0.05, 2) * w
            shine += np.exp(-((X - at[0]) ** 2 + (Y - at[1]) ** 2) / (2 * size**2)) * rng.uniform(0, 1)
        skin = ((labels == FACE) | (labels == BEARD)).astype(np.float32)
        picture += (1 - picture) * (np.clip(shine, 0, 1) * skin * rng.uniform(0.1, 0.6))[..., None]
