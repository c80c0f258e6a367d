"""
Pictures that the materials need: each person's skin in its own tone, the irises, the whites.
python3 textures.py DATA OUT NAME ...
"""

import sys
from pathlib import Path

import cv2
import numpy as np

from crowd import person as person_of

CHEEKS = (slice(900, 1240), slice(1560, 1700))  # forehead and cheeks in MakeHuman's layout, 2048 px
IRIS_RADIUS = 0.0061  # metres; the pictures of the eye show 30 mm × 30 mm
LIMBUS_COLOR = np.array([0.55, 0.5, 0.46])


def linear(srgb):
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def encoded(light):
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def write(path, light):
    cv2.imwrite(str(path), (encoded(light) * 255 + 0.5).astype(np.uint8)[:, :, ::-1])


def skin(look, data):
    """A flat skin toned so that its cheeks have the sRGB colour `tone`; two skins may be blended."""
    read = lambda name: linear(cv2.imread(str(data / f"tex/{name}.png"))[:, :, ::-1].astype(np.float32) / 255)
    flat = read(look["texture"])
    if "blend" in look:
        other, share = look["blend"]
        flat = np.exp(np.log(flat + 1e-3) * (1 - share) + np.log(read(other) + 1e-3) * share) - 1e-3
    cheeks = np.median(flat[CHEEKS].reshape(-1, 3), 0)
    tone = linear(np.array(look["tone"], np.float32) / 255)
    mouth = (flat[..., :1] > 0.55) & (flat[..., 1:2] < 0.12)
    toned = tone * np.maximum(flat, 1e-4) / cheeks
    flat = np.where(mouth, flat * tone.mean() / cheeks.mean(), toned)
    blurred = cv2.GaussianBlur(flat, (0, 0), 2.2)
    return np.clip(flat + (flat - blurred) * look.get("sharp", 0.5), 0.0005, 1)


def eye_grid(pixels):
    y, x = np.mgrid[0:pixels, 0:pixels]
    return (x / pixels - 0.5) * 0.03, (0.5 - y / pixels) * 0.03


def iris(inner, outer, random, ring=0.35):
    x, y = eye_grid(768)
    radius, angle = np.hypot(x, y) / IRIS_RADIUS, np.arctan2(y, x)

    def rays(frequency, count):
        wave = lambda: np.cos(
            angle * random.integers(frequency // 2, frequency)
            + random.uniform(0, 2 * np.pi)
            + radius * random.normal(0, 3)
        )
        return sum(wave() * random.uniform(0.4, 1) for _ in range(count)) / np.sqrt(count)

    fibres = rays(60, 10) * 0.5 + rays(140, 12) * 0.6 + rays(20, 4) * 0.35
    out = np.clip((radius - 0.3) / 0.65, 0, 1)[..., None] ** 0.8
    color = np.array(inner) * (1 - out) + np.array(outer) * out
    color = color * np.exp(fibres * 0.22)[..., None]
    collarette = np.exp(-(((radius - 0.5 - 0.03 * rays(14, 5)) / 0.07) ** 2))
    color *= 1 + 0.25 * collarette[..., None]
    dark = 1 - 0.82 * np.clip((radius - 0.84) / 0.16, 0, 1) ** 1.3
    soft = 1 - 0.6 * np.clip((radius - 0.9) / 0.1, 0, 1)
    color *= dark[..., None] * (1 - ring) + ring * soft[..., None]
    pupil = np.clip((radius - 0.345) / 0.05, 0, 1)[..., None]
    color = color * pupil + 0.003 * (1 - pupil)
    edge = np.clip((radius - 0.97) / 0.12, 0, 1)[..., None]
    return color * (1 - edge) + LIMBUS_COLOR * edge * 0.9


def sclera(random):
    pixels = 1024
    x, y = eye_grid(pixels)
    radius = np.hypot(x, y)
    veins = np.zeros((pixels, pixels), np.float32)
    middle = np.array([pixels / 2, pixels / 2])
    for _ in range(46):
        turn = random.uniform(0, 2 * np.pi)
        at = middle + 0.0122 / 0.03 * pixels * np.array([np.cos(turn), -np.sin(turn)])
        heading = np.arctan2(*(middle - at)[::-1])
        for step in range(int(random.uniform(40, 110))):
            heading += random.normal(0, 0.22)
            after = at + 1.6 * np.array([np.cos(heading), np.sin(heading)])
            ends = [tuple((point * 8).astype(int).tolist()) for point in (at, after)]
            strength = float(random.uniform(0.3, 0.8) * (1 - step / 120))
            cv2.line(veins, *ends, strength, 1, cv2.LINE_AA, 3)
            at = after
    veins = np.clip(cv2.GaussianBlur(veins, (0, 0), 1.3), 0, 1)[..., None]
    color = np.array([0.76, 0.71, 0.67]) * (1 - veins * np.array([0.12, 0.45, 0.45]))
    corner = np.clip((radius - 0.0085) / 0.005, 0, 1)[..., None]
    color *= 1 - corner * np.array([0.12, 0.30, 0.32])
    return color * (1 - 0.35 * np.clip((0.0072 - radius) / 0.001, 0, 1)[..., None])


def main():
    data, out, *names = sys.argv[1:]
    folder = Path(out) / "textures"
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "sclera.png", sclera(np.random.default_rng(5)))
    for name in names:
        person = person_of(name)
        write(folder / f"{name}.png", skin(person["skin"], Path(data)))
        random = np.random.default_rng(person["seed"])
        write(folder / f"{name}-iris.png", iris(*person["eye"], random))


if __name__ == "__main__":
    main()
