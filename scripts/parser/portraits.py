"""portraits.py PHOTOS TEACHER OUT [PART OF]: labels each portrait by the teacher's hair network.

Writes OUT/NAME.npz: rgb (256 * 256 * 3 bytes), labels (256 * 256, see canvas.py), points (468 * 2), agree (how far
the teacher's mirrored views agree, 0..1). PART OF takes every OFth portrait, for several processes side by side.
"""

import hashlib
import sys
from pathlib import Path

import cv2
import numpy as np

import teacher
from canvas import NONE, UNDECIDED, frame_of, framed, moved
from networks import PERSON, Faces, Masks, Network


def main(photos: Path, network: Path, out: Path, part: int, of: int):
    out.mkdir(parents=True, exist_ok=True)
    faces = Faces()
    person = Masks(Network(PERSON), 256, [(None, 0), (4.6, 0.25), (2.8, 0.1)], False)
    hair = Masks(Network(network), 512, [(4.6, 0.25), (3.4, 0.15)], True)
    # In no order, so that training can begin with a part of them.
    shuffled = sorted(photos.glob("*.jpg"), key=lambda file: hashlib.sha256(file.name.encode()).digest())
    for file in shuffled[part::of]:
        to = out / f"{file.stem}.npz"
        if to.exists():
            continue
        image = cv2.imread(str(file))[..., ::-1].astype(np.float32) / 255
        points = faces.landmarks(image)
        if points is None:
            print("no face", file.name, flush=True)
            continue
        wide, middle = np.ptp(points[:, 0]), (points.min(0) + points.max(0)) / 2
        strands, agree = hair(image, middle, wide)
        body, _ = person(image, middle, wide)
        frame = frame_of(points)
        rgb, strands, body = (framed(each, frame) for each in (image, strands, body))
        inside = framed(np.ones(image.shape[:2], np.float32), frame) > 0.99
        points = moved(points, frame)
        alpha = np.clip(teacher.guided(rgb, [np.maximum(body, strands)], 3, 1e-4)[0], 0, 1)
        labels = teacher.label(rgb, alpha.astype(np.float32), points, strands)
        # Nobody can say what an edge of the matte is; beyond the photo there is nothing.
        labels[(alpha > 0.2) & (alpha < 0.6)] = UNDECIDED
        labels[~inside] = NONE
        np.savez_compressed(to, rgb=(rgb * 255).round().astype(np.uint8), labels=labels, points=points, agree=agree)


if __name__ == "__main__":
    part, of = (int(each) for each in sys.argv[4:6]) if len(sys.argv) > 4 else (0, 1)
    main(*(Path(each) for each in sys.argv[1:4]), part, of)
