"""lenses.py PHOTOS DATA NAME SECONDS [STEPS]: trains the network that finds the lenses of spectacles, and keeps DATA/NAME.pt.

It sees the face alone, 128 * 128 RGB, and says how likely each pixel lies within a lens, rims and rimless ones included.
Drawn spectacles on bare faces teach it the shapes, with exact masks. Portraits that are marked 'glasses' teach it the real
ones: what the averaged weights find on them, where the mirror image agrees; before that, only that there are some.
"""

import sys
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from canvas import LENS_EDGE, eyes_of, filled, frame_of, framed, moved, rgb_of
from examples import held_out, marks_of, photographed
from net import LENSES, Parser
from run import Run

# The square that the network sees, as LENSES in renderer/engine/faces/lenses.ts. Spectacles are drawn at twice its size.
EDGE, FACE_WIDTH, EYES_Y = LENS_EDGE, 0.86, 0.45
DRAWN = 2 * EDGE
SEED = 1
BATCH, RATE, EVERY = 16, 3e-3, 500
# Shares of the examples: drawn spectacles, real ones, and none.
WORN, REAL = 0.5, 0.25
# From this step on the averaged weights say where real lenses are, if mirrored views overlap at least so much.
TRUSTED, AGREE = 1500, 0.8
# Lenses cover this share of the square in any portrait; less than the second one isn't found.
COVER, LEAST = 0.06, 0.04
Y, X = np.mgrid[:DRAWN, :DRAWN].astype(np.float32)


def faces_of(photos: Path, data: Path):
    """Each usable portrait's face, DRAWN * DRAWN * 3 bytes, its landmarks, its name and whether it wears spectacles."""
    file = data / "faces.npz"
    if not file.exists():
        from networks import Faces

        faces, found = Faces(), []
        for photo in sorted(photos.glob("*.jpg")):
            own = marks_of(photo.stem)
            image = cv2.imread(str(photo))[..., ::-1].astype(np.float32) / 255
            points = None if "bad" in own else faces.landmarks(image)
            if points is None:
                continue
            frame = frame_of(points, DRAWN, FACE_WIDTH, EYES_Y)
            face = (framed(image, frame, DRAWN) * 255).round().astype(np.uint8)
            found.append((face, moved(points, frame).astype(np.float32), photo.stem, "glasses" in own))
        data.mkdir(parents=True, exist_ok=True)
        np.savez(file, **{key: np.stack(all) for key, all in zip(("faces", "points", "names", "worn"), zip(*found))})
    return np.load(file)


def outline(rng, wide, high):
    """A lens around the origin, n * 2: a superellipse that may narrow downwards, tilt, and have a flat top."""
    angles = np.linspace(0, 2 * np.pi, 96, endpoint=False)
    power = rng.choice([2, rng.uniform(2, 3), rng.uniform(3, 6)])
    bent = lambda v: np.sign(v) * np.abs(v) ** (2 / power)
    x, y = bent(np.cos(angles)), bent(np.sin(angles))
    x = x * (1 - rng.choice([0, rng.uniform(0, 0.25)]) * (y > 0) * y) + rng.uniform(-0.12, 0.12) * y
    y = np.where(y < 0, y * (1 - rng.choice([0, rng.uniform(0, 0.3)])), y)
    return np.stack([x * wide, y * high + rng.choice([0, rng.uniform(-0.12, 0.12)]) * x * high], 1)


def soft(mask, sigma):
    return cv2.GaussianBlur(mask.astype(np.float32), (0, 0), max(0.3, sigma))


def lines(paths, thick, closed):
    """How much of each pixel the lines cover; `thick` in pixels, thinner than one as a fainter line."""
    plane = np.zeros((DRAWN, DRAWN), np.uint8)
    for path in paths:
        ring = [np.round(np.asarray(path) * 16).astype(np.int32)]
        cv2.polylines(plane, ring, closed, 255, max(1, round(thick)), cv2.LINE_AA, 4)
    return plane.astype(np.float32) / 255 * min(1, thick)


def colour(rng, kind):
    """A frame's colour in OKLab."""
    hue, chroma, light = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.04), rng.uniform(0.08, 0.32)
    if kind == "metal":
        light, hue, chroma = rng.uniform(0.35, 0.85), rng.uniform(0.9, 1.6), rng.uniform(0, 0.09)
    elif kind == "clear":
        light, chroma = rng.uniform(0.65, 0.95), rng.uniform(0, 0.03)
    elif rng.random() < 0.3:
        light, chroma = rng.uniform(0.2, 0.7), rng.uniform(0.02, 0.16)
    return np.array([light, chroma * np.cos(hue), chroma * np.sin(hue)], np.float32)


def wear(rng, picture, points):
    """Draws spectacles on a face, DRAWN * DRAWN * 3 in 0..1; gives the mask of their lenses."""
    w = FACE_WIDTH * DRAWN
    right, left = eyes_of(points)
    across = (left - right) / np.hypot(*(left - right))
    down = np.array([-across[1], across[0]])
    # On a turned head the farther lens is narrower.
    nose = points[168]
    near = np.clip([np.dot(nose - right, across), np.dot(left - nose, across)], 0.1 * w, 0.4 * w)
    turn = np.clip(near / near.mean(), 0.6, 1.4)
    half = np.hypot(*(left - right)) / 2
    wide, high = half * rng.uniform(0.68, 1.12), w * np.clip(rng.normal(0.135, 0.04), 0.07, 0.24)
    gap = max(half * rng.uniform(0.9, 1.12), wide + 0.02 * w)
    drop = rng.normal(0.03, 0.03) * w + max(0, high - 0.14 * w) * 0.5
    base = outline(rng, wide, high)
    kind = rng.choice(["plastic", "metal", "rimless", "half", "clear"], p=[0.36, 0.3, 0.12, 0.12, 0.1])
    thick = w * {"plastic": rng.uniform(0.014, 0.04), "clear": rng.uniform(0.014, 0.045)}.get(
        kind, rng.uniform(0.005, 0.014)
    )
    paths = []
    for side, scale in ((-1, turn[0]), (1, turn[1])):
        local = base * [side * scale, 1] + [side * gap * scale, drop]
        paths.append((right + left) / 2 + local[:, :1] * across + local[:, 1:] * down)
    mask = filled(paths, DRAWN)
    # The lens moves and shrinks what lies behind it, tints and reflects.
    if rng.random() < 0.6:
        strength = rng.normal(0, 0.05)
        middle = np.array([path.mean(0) for path in paths])
        own = np.argmin([(X - x) ** 2 + (Y - y) ** 2 for x, y in middle], 0)
        cx, cy = middle[own, 0].astype(np.float32), middle[own, 1].astype(np.float32)
        bent = cv2.remap(
            picture, X + (X - cx) * np.float32(strength), Y + (Y - cy) * np.float32(strength), cv2.INTER_LINEAR
        )
        picture += (bent - picture) * soft(mask, 0.5)[..., None]
    if rng.random() < 0.4:
        tint = rgb_of(np.array([rng.uniform(0.1, 0.9), rng.normal(0, 0.03), rng.normal(0, 0.04)], np.float32)[None])
        cover = rng.uniform(0.5, 0.95) if rng.random() < 0.12 else rng.uniform(0, 0.18)
        picture += (tint - picture) * (soft(mask, 1) * cover)[..., None]
    if rng.random() < 0.5:
        for _ in range(rng.integers(1, 4)):
            x, y = paths[rng.integers(2)][rng.integers(96)] * 0.6 + np.mean(paths, (0, 1)) * 0.4
            size = w * rng.uniform(0.01, 0.2, 2)
            angle = rng.uniform(0, np.pi)
            u = ((X - x) * np.cos(angle) + (Y - y) * np.sin(angle)) / size[0]
            v = ((Y - y) * np.cos(angle) - (X - x) * np.sin(angle)) / size[1]
            glare = soft(
                (np.maximum(np.abs(u), np.abs(v)) < 1) if rng.random() < 0.5 else u * u + v * v < 1,
                w * rng.uniform(0.002, 0.05),
            )
            light = np.array([1, 1, 1]) - rng.uniform(0, 0.25, 3)
            picture += (light - picture) * (glare * soft(mask, 1) * rng.uniform(0.1, 0.8))[..., None]
    # Frames: their shadow, rims, bridge and temples.
    full = lines(paths, thick if kind != "rimless" else w * 0.006, True)
    if kind == "half":
        upper = np.mean(paths, (0, 1)) @ down + rng.uniform(-0.3, 0.3) * high
        full *= np.clip((upper - (X * down[0] + Y * down[1])) / 4, rng.uniform(0, 0.3), 1)
    if kind == "rimless":
        full *= rng.uniform(0.1, 0.55)
    middle = (right + left) / 2 + down * (drop - rng.uniform(-0.05, 0.75) * high)
    ends = [middle + across * s * (gap * t - wide * t * rng.uniform(0.9, 1)) for s, t in ((-1, turn[0]), (1, turn[1]))]
    bow = middle - down * rng.uniform(0, 0.04) * w
    stroke = max(thick * rng.uniform(0.6, 1.2), 0.008 * w)
    parts = [lines([np.array([ends[0], bow, ends[1]])], stroke, False)]
    for k, ear in ((0, 234), (1, 454)):
        side = (-1, 1)[k]
        edge = paths[k][np.argmax(side * (paths[k] @ across))]
        hinge = edge - down * rng.uniform(0, 0.6) * high
        far = points[ear] + across * side * 0.03 * w
        if side * np.dot(far - hinge, across) > 0:
            end = hinge + across * np.dot(far - hinge, across) + down * rng.uniform(-0.03, 0.06) * w
            parts.append(lines([np.array([edge, hinge, end])], stroke * rng.uniform(0.6, 1.1), False))
    frame = np.maximum.reduce([full, *parts])
    if rng.random() < 0.6:
        shadow = np.roll(soft(frame, w * rng.uniform(0.004, 0.03)), round(w * rng.uniform(0, 0.06)), 0)
        picture *= 1 - (shadow * rng.uniform(0, 0.6))[..., None]
    lab = colour(rng, "metal" if kind in ("rimless", "half") and rng.random() < 0.7 else kind)
    cover = frame * (rng.uniform(0.3, 0.75) if kind == "clear" else rng.uniform(0.75, 1))
    picture += (rgb_of(lab[None]) - picture) * cover[..., None]
    if kind in ("metal", "clear", "rimless") and rng.random() < 0.7:
        shine = np.clip(np.sin((X * rng.normal() + Y * rng.normal()) / w * 12) * 2 - 0.6, 0, 1)
        picture += (1 - picture) * (np.roll(frame, -1, 0) * shine * rng.uniform(0.2, 0.9))[..., None]
    return mask


def placed(rng, picture, mask):
    """As the landmarks might have framed it, at the network's size."""
    to = cv2.getRotationMatrix2D((DRAWN / 2, DRAWN * EYES_Y), rng.normal(0, 4), np.exp(rng.normal(0, 0.06)))
    to[:, 2] += rng.normal(0, 0.02 * DRAWN, 2)
    if rng.random() < 0.5:
        to = to @ np.array([[-1, 0, DRAWN - 1], [0, 1, 0], [0, 0, 1]])
    to = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25]]) @ np.vstack([to, [0, 0, 1]])
    reduced = lambda plane: cv2.warpAffine(
        cv2.GaussianBlur(plane, (0, 0), 0.8), to, (EDGE, EDGE), flags=cv2.INTER_LINEAR
    )
    return reduced(picture), reduced(mask.astype(np.float32))


class Examples(IterableDataset):
    """Pictures (3 * EDGE * EDGE), masks (EDGE * EDGE) and kinds: 1 where the mask is known, 0 where lenses are somewhere."""

    def __init__(self, all, step: int):
        self.all, self.step = all, step

    def __iter__(self):
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([SEED, self.step, worker.id if worker else 0])
        faces, points, worn = self.all
        bare, real = np.flatnonzero(~worn), np.flatnonzero(worn)
        while True:
            share = rng.random()
            k = rng.choice(real) if share < REAL else rng.choice(bare)
            picture = faces[k].astype(np.float32) / 255
            if share > 1 - WORN:
                # Sharper than the portraits are, at times.
                mask = wear(rng, picture, points[k])
            else:
                mask = np.zeros((DRAWN, DRAWN))
            picture, mask = placed(rng, picture, mask)
            picture = photographed(rng, picture, mask)[0]
            known = 0.0 if share < REAL else 1.0
            yield torch.from_numpy(picture).permute(2, 0, 1).contiguous(), torch.from_numpy(mask), known


def overlap(mine, true):
    """Intersection over union of each pair of masks."""
    return (mine & true).sum((1, 2)) / (mine | true).sum((1, 2)).clamp(min=1)


@torch.no_grad()
def both_views(net, pictures):
    """The logits' mean of pictures and their mirror images, and how far the two agree."""
    own, mirrored = net(pictures)[:, 0], net(pictures.flip(3))[:, 0].flip(2)
    return (own + mirrored) / 2, overlap(own > 0, mirrored > 0)


def loss_of(logits, masks, known, believed):
    share = logits.sigmoid()
    sure = (known > 0) | believed
    entropy = F.binary_cross_entropy_with_logits(logits, masks, reduction="none").mean((1, 2))
    there = masks.sum((1, 2)) > 0
    dice = 1 - (2 * (share * masks).sum((1, 2)) + 1) / ((share + masks).sum((1, 2)) + 1)
    most = share.flatten(1).topk(int(COVER * EDGE * EDGE), 1).values.mean(1)
    somewhere = -torch.log(most.clamp(min=1e-4))
    own = entropy + 0.5 * dice * there
    return (own * sure + 0.1 * somewhere * ~sure).mean()


def small(face: np.ndarray) -> torch.Tensor:
    """A face as the network sees it, 3 * EDGE * EDGE."""
    face = cv2.resize(face, (EDGE, EDGE), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return torch.from_numpy(np.ascontiguousarray(face.transpose(2, 0, 1)))


def main(photos: Path, data: Path, name: str, seconds: float):
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    z = faces_of(photos, data)
    faces, points, worn = z["faces"], z["points"], z["worn"]
    hidden = np.array([held_out(str(own)) for own in z["names"]])
    run = Run(Parser(*LENSES).to(memory_format=torch.channels_last), data / f"{name}.pt", RATE, seconds)
    run.mean.eval()
    examples = Examples((faces[~hidden], points[~hidden], worn[~hidden]), run.step)
    loader = iter(DataLoader(examples, BATCH, num_workers=1, prefetch_factor=8))
    tests = torch.stack([small(face) for face in faces[hidden]])
    rng, drawn = np.random.default_rng(SEED), []
    for k in np.flatnonzero(hidden & ~worn):
        picture = faces[k].astype(np.float32) / 255
        drawn.append(placed(rng, picture, wear(rng, picture, points[k])))
    seen = torch.stack([torch.from_numpy(picture).permute(2, 0, 1) for picture, _ in drawn])
    truth = torch.stack([torch.from_numpy(mask) for _, mask in drawn]) > 0.5
    while run.goes_on():
        run.net.train()
        picture, mask, known = next(loader)
        picture = picture.to(memory_format=torch.channels_last)
        believed = torch.zeros(len(known), dtype=bool)
        real = known == 0
        if run.step > TRUSTED and real.any():
            found, agree = both_views(run.mean, picture[real])
            believed[real] = (agree > AGREE) & ((found > 0).float().mean((1, 2)) > COVER)
            mask[real] = (found > 0).to(mask.dtype)
        with torch.autocast("cpu", torch.bfloat16):
            logits = run.net(picture)[:, 0]
        run.learn(loss_of(logits.float(), mask.float(), known, believed))
        if run.step % EVERY == 0:
            run.keep()
            cover = (both_views(run.mean, tests)[0] > 0).float().mean((1, 2)).numpy() > LEAST
            found = both_views(run.mean, seen)[0] > 0
            run.note(
                f"  found on {cover[worn[hidden]].mean():.3f} of those with, on {cover[~worn[hidden]].mean():.3f} of"
                f" those without; drawn ones {overlap(found, truth).median():.3f}"
            )
    run.keep()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], float(sys.argv[4]))
