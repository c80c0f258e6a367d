"""
Grades the rendered passes into the pictures of resources/people: denoised, before an out-of-focus
background, with a film's curve and grain. Beside them, what each pixel shows, as a map of labels.
python3 grade.py DATA OUT RESOURCES LABELS NAME ...
"""

import json
import os
import struct
import sys
from pathlib import Path

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image

from cast import CAST, PARTS
from textures import encoded

SKIES = "/usr/share/blender/datafiles/studiolights/world"
SMALL = 112  # pixels, for choosing by; see renderer/features/customize/empty-stage.tsx
MOST_BYTES = 82_000
SKIN_GRAIN = 0.12  # share of the render's noise
HALF_HAIR = 0.6  # share of hair that is denoised at half the size
PORES = np.array((0.4, -0.2, 0.8), np.float32)  # towards the light that shows them
TEXTURE_STEP = 0.06  # changes of ln(albedo) well above this are brows, lashes or edges, not skin's texture
# The maps of tests/engine/labels and their colours.
LABELS_EDGE = 512  # pixels
LEAST_SHARE = 0.75  # of a pixel that a label has to itself
COLOURS = {
    "background": (0, 0, 0),
    "face skin": (240, 170, 130),
    "other skin": (200, 110, 80),
    "scalp hair": (110, 70, 30),
    "facial hair": (160, 120, 60),
    "headwear": (150, 60, 180),
    "spectacles": (60, 200, 220),
    "clothes": (50, 90, 200),
    "jewellery": (250, 220, 60),
}
UNDECIDED = (255, 255, 255)


class Denoiser:
    """Open Image Denoise's network for light, albedo and normal, with its transfer curve."""

    LARGEST = 65504.0  # of a float16

    def __init__(self, path):
        self.weights = {}
        data = path.read_bytes()
        at = struct.unpack_from("<Q", data, 4)[0]
        (count,) = struct.unpack_from("<I", data, at)
        at += 4
        for _ in range(count):
            (length,) = struct.unpack_from("<H", data, at)
            name = data[at + 2 : at + 2 + length].decode()
            at += 2 + length
            rank = data[at]
            shape = struct.unpack_from(f"<{rank}I", data, at + 1)
            at += 1 + 4 * rank + rank  # after the shape, one letter per axis names it
            kind = np.float16 if data[at : at + 1] == b"h" else np.float32
            (start,) = struct.unpack_from("<Q", data, at + 1)
            at += 9
            values = np.frombuffer(data, kind, int(np.prod(shape)), start).astype(np.float32)
            self.weights[name] = torch.tensor(values.reshape(shape))
        self.scale = 1 / float(self.curve(np.float64(self.LARGEST)))

    @staticmethod
    def curve(light):
        """Light to about the perceived brightness (OIDN's PU function)."""
        power = 1.64593172 * np.power(np.maximum(light, 1e-12), 0.431384981) - 2.94139609e-3
        log = 0.192653254 * np.log(np.maximum(light, 0) + 6.26026094e-3) + 0.998620152
        low = np.where(light <= 3.22087631e-2, power, log)
        return np.where(light <= 1.5794576e-6, 1.41283765e3 * light, low)

    @staticmethod
    def uncurved(value):
        power = np.power(np.maximum((value + 2.94139609e-3) / 1.64593172, 0), 1 / 0.431384981)
        log = np.exp((value - 0.998620152) / 0.192653254) - 6.26026094e-3
        low = np.where(value <= 3.70974749e-1, power, log)
        return np.where(value <= 2.23151711e-3, value / 1.41283765e3, low)

    def layer(self, x, name, active=True):
        y = F.conv2d(x, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"], padding=1)
        return F.relu(y) if active else y

    def network(self, x):
        kept = [x]
        y = self.layer(x, "enc_conv0")
        for level in range(1, 5):
            y = F.max_pool2d(self.layer(y, f"enc_conv{level}"), 2)
            kept.append(y)
        y = self.layer(self.layer(kept.pop(), "enc_conv5a"), "enc_conv5b")
        for level in range(4, 0, -1):
            y = torch.cat([F.interpolate(y, scale_factor=2, mode="nearest"), kept.pop()], 1)
            y = self.layer(self.layer(y, f"dec_conv{level}a"), f"dec_conv{level}b")
        return self.layer(y, "dec_conv0", False)

    def __call__(self, light, albedo, normal):
        height, width, _ = light.shape
        x = np.concatenate(
            [
                self.curve(np.maximum(light, 0)) * self.scale,
                np.clip(albedo, 0, 1),
                np.clip(normal, -1, 1) * 0.5 + 0.5,
            ],
            2,
        ).astype(np.float32)
        x = np.pad(x, ((0, -height % 16), (0, -width % 16), (0, 0)), mode="edge")
        with torch.no_grad():
            y = self.network(torch.from_numpy(x.transpose(2, 0, 1)[None]))[0].numpy()
        y = y.transpose(1, 2, 0)[:height, :width]
        return self.uncurved(np.clip(y, 0, 1) / self.scale).astype(np.float32)


def read(folder, name):
    image = cv2.imread(str(folder / f"{name}_0001.exr"), cv2.IMREAD_UNCHANGED).astype(np.float32)
    return image[:, :, [2, 1, 0, 3]] if image.shape[2] == 4 else image[:, :, ::-1]


def shares(folder):
    """How much of each pixel shows each part, 0 to 1."""
    passes = {key: np.clip(read(folder, key), 0, 1) for key in PARTS}
    return {part: passes[key][:, :, k] for key, names in PARTS.items() for k, part in enumerate(names)}


def planes(parts):
    """How much of each pixel shows each label, 0 to 1, in the order of `COLOURS`."""
    shown = np.stack(
        [np.clip(1 - sum(parts.values()), 0, 1), *(parts[label] for label in list(COLOURS)[1:])], 2
    )
    return shown / shown.sum(2, keepdims=True)


def labelled(parts):
    """The label of each pixel as a picture; white where none has most of it."""
    edge = (LABELS_EDGE, LABELS_EDGE)
    shrunk = {part: cv2.resize(share, edge, interpolation=cv2.INTER_AREA) for part, share in parts.items()}
    shown = planes(shrunk)
    colours = np.array(list(COLOURS.values()), np.uint8)[shown.argmax(2)]
    return Image.fromarray(np.where(shown.max(2)[..., None] < LEAST_SHARE, np.uint8(UNDECIDED), colours))


def studio(size, look, random):
    y, x = np.mgrid[0:size, 0:size] / size
    far = np.clip(np.hypot(x - 0.5, y - 0.42) / 0.8, 0, 1)[..., None]
    wall = np.array(look["middle"]) * (1 - far) + np.array(look["edge"]) * far
    uneven = cv2.GaussianBlur(random.normal(0, 1, (size, size)).astype(np.float32), (0, 0), size * 0.06)
    return (wall * (1 + uneven[..., None] / uneven.std() * 0.035)).astype(np.float32)


def scene(size, look):
    """A part of a panorama (`at`: its left edge, a fraction of the width), out of focus."""
    sky = cv2.imread(f"{SKIES}/{look['scene']}.exr", cv2.IMREAD_UNCHANGED)[:, :, 2::-1]
    height, width, _ = sky.shape
    part, top = int(width * 0.16), int(0.38 * height)
    cut = np.roll(sky, -int(look["at"] * width), 1)[top : top + part, :part]
    cut = cv2.resize(np.minimum(cut, 6).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
    radius = int(size * look.get("blur", 0.035))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1,) * 2).astype(np.float32)
    blurred = cv2.filter2D(np.maximum(cut, 0), -1, disc / disc.sum(), borderType=cv2.BORDER_REFLECT)
    return cv2.GaussianBlur(blurred, (0, 0), radius * 0.25) * look["light"]


def without_sparks(light):
    """Pixels far brighter than all around them, which too few samples leave, as their neighbours."""
    calm = np.stack([cv2.medianBlur(np.ascontiguousarray(light[:, :, k]), 3) for k in range(3)], 2)
    spark = light.max(2) > 2 * calm.max(2) + 0.05
    return np.where(spark[..., None], calm, light)


def denoised(light, albedo, normal, parts, denoise):
    """
    Light without the render's noise. Skin and most of the hair are denoised at half the size, where a
    pixel has four times the samples. Skin gets its texture back from the albedo and its pores from the
    normals; brows, lashes and edges, where the albedo changes a lot, are denoised at full size.
    """
    height, width, _ = light.shape
    half = lambda image: cv2.resize(image, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    whole = lambda image: cv2.resize(image, (width, height), interpolation=cv2.INTER_LINEAR)
    fine = denoise(light, albedo, normal)
    calm = whole(denoise(half(light), half(albedo), half(normal)))
    change = (albedo + 0.02) / (whole(half(albedo)) + 0.02)
    relief = cv2.GaussianBlur(normal, (0, 0), 0.6) - cv2.GaussianBlur(normal, (0, 0), width * 0.004)
    texture = change * np.clip(1 + relief @ PORES, 0.6, 1.4)[..., None]
    step = cv2.GaussianBlur(np.abs(np.log(change)).max(2), (0, 0), width * 0.003)
    inside = lambda share, by: cv2.erode(share.clip(0, 1), np.ones((by, by)))
    skin = cv2.GaussianBlur(inside(parts["face skin"] + parts["other skin"], 9), (0, 0), 1.5)
    skin = (skin * np.exp(-((step / TEXTURE_STEP) ** 2)))[..., None]
    hair = (HALF_HAIR * inside(parts["scalp hair"], 5))[..., None]
    return fine * (1 - skin - hair) + calm * (texture * skin + hair)


def film(light):
    """A film's curve: ACES as Narkowicz fitted it, a little softer."""
    x = np.maximum(light, 0) * 0.62
    return np.clip(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0, 1)


def graded(person, folder, parts, denoise):
    image = read(folder, "image")
    albedo, normal = read(folder, "albedo"), read(folder, "normal")
    cover, size = np.clip(image[:, :, 3:], 0, 1), len(image)
    look = person["background"]
    random = np.random.default_rng(person["seed"])
    behind = scene(size, look) if "scene" in look else studio(size, look, random)
    light = image[:, :, :3] + behind * (1 - cover)
    albedo = np.where(cover > 0, albedo, 0)
    light = without_sparks(light)
    # A little of the noise stays on skin, where it passes for pores.
    skin = cv2.erode((parts["face skin"] + parts["other skin"]).clip(0, 1), np.ones((5, 5)))
    calm = denoised(light, albedo, normal, parts, denoise)
    light += (calm - light) * (1 - SKIN_GRAIN * skin[..., None])
    light *= person.get("exposure", 1.25)
    light = light * 0.965 + cv2.GaussianBlur(np.minimum(light, 4), (0, 0), size * 0.012) * 0.035
    picture = encoded(film(light))
    picture += (picture - cv2.GaussianBlur(picture, (0, 0), 1.1)) * 0.25
    grain = cv2.GaussianBlur(random.normal(0, 1, (size, size)).astype(np.float32), (0, 0), 0.7)
    picture += (grain / grain.std() * 0.007)[..., None] + random.normal(0, 0.004, picture.shape)
    y, x = np.mgrid[0:size, 0:size] / size - 0.5
    picture *= 1 - 0.22 * (np.clip(np.hypot(x, y) / 0.71, 0, 1) ** 2.5)[..., None]
    return Image.fromarray((np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8))


def save(picture, path):
    for quality in range(88, 60, -4):
        picture.save(path, quality=quality, method=6)
        if path.stat().st_size < MOST_BYTES:
            return


def main():
    data, out, resources, labels, *names = sys.argv[1:]
    resources = Path(resources)
    for made in (resources / "small", Path(labels)):
        made.mkdir(parents=True, exist_ok=True)
    denoise = Denoiser(Path(data) / "rt_hdr_alb_nrm.tza")
    listed = resources / "people.json"
    known = json.loads(listed.read_text()) if listed.exists() else []
    entries = {entry["id"]: entry for entry in known}
    for name in names:
        folder = Path(out) / name
        parts = shares(folder)
        picture = graded(CAST[name], folder, parts, denoise)
        save(picture, resources / f"{name}.webp")
        labelled(parts).convert("P", palette=Image.ADAPTIVE, colors=10).save(
            Path(labels) / f"{name}.png", optimize=True
        )
        small = picture.resize((SMALL, SMALL), Image.LANCZOS)
        small.save(resources / "small" / f"{name}.webp", quality=80, method=6)
        eyes = json.loads((folder / "eyes.json").read_text())
        entries[name] = {"id": name, "name": name.title(), "file": f"{name}.webp", "eyes": eyes}
    order = [entries[name] for name in CAST if name in entries]
    listed.write_text(json.dumps(order, indent=2) + "\n")


if __name__ == "__main__":
    main()
