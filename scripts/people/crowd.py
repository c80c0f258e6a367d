"""
Random people with exact labels, for scripts/parser: crowd.py DATA OUT NUMBER ...
Writes OUT/NUMBER-SHOT.npz as scripts/parser/portraits.py does, and `worn`: the person's own marks.
DATA is LIKENESS_PEOPLE_DATA. Half of the people wear something on the head.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

import cast

HERE = Path(__file__).parent
SIZE, SAMPLES, SHOTS = 288, 6, 4
RACES = ("White", "African", "EastAsian", "Hispanic", "MiddleEastern", "Punjabi", "Tamil")
SCENES = ("interior", "city", "courtyard", "forest", "sunset", "studio")
PLACES = ("studio", "window", "office", "street", "garden")
# Linear light: black, brown, red, blond, grey, white.
HAIRS = (
    {"color": (0.011, 0.009, 0.008)},
    {"melanin": 0.85, "redness": 0.3},
    {"melanin": 0.5, "redness": 1.0},
    {"melanin": 0.2, "redness": 0.8},
    {"color": (0.12, 0.117, 0.115), "varied": 0.7},
    {"color": (0.36, 0.35, 0.34), "varied": 0.5},
)


def person(name):
    """An entry of `cast.CAST`, or the random person "crowd-N"."""
    return cast.CAST[name] if name in cast.CAST else drawn(int(name.removeprefix("crowd-")))


def drawn(seed):
    rng = np.random.default_rng([seed, 31])
    often = lambda share: rng.random() < share
    one = lambda things: things[rng.integers(len(things))]
    between = lambda low, high: float(rng.uniform(low, high))
    dyed = lambda: tuple(float(c) for c in rng.uniform(0.01, 0.75) * rng.dirichlet((1.2, 1.2, 1.2)) * 1.5)
    woman = often(0.5)
    like = cast.CAST[one(("mara", "amara", "leila", "ingrid", "ruth") if woman
                         else ("kenji", "rafael", "finn", "arjun", "harjit", "theo", "walter"))]  # fmt: skip
    tone = tuple(float(c) for c in np.array(like["skin"]["tone"]) * between(0.85, 1.06))
    colour = HAIRS[rng.choice(len(HAIRS), p=(0.36, 0.24, 0.07, 0.11, 0.14, 0.08))]
    made = {
        "seed": seed + 1000,
        "exposure": like.get("exposure", 1.25) * between(0.8, 1.2),
        "white": like.get("white", 0.92),
        "morphs": {**(cast.WOMAN if woman else cast.MAN), f"Race_{one(RACES)}": between(0.4, 1),
                   "Age_Old": between(-0.1, 1.3) if often(0.5) else 0},
        "pose": {"torso": between(-26, 26), "head": between(-16, 16), "tilt": between(-7, 7),
                 "pitch": between(-7, 7)},
        "skin": {**like["skin"], "tone": tone},
        "eye": one((cast.HAZEL, cast.BROWN, cast.DARK, cast.BLUE, cast.GREEN)),
        "brows": {**one((cast.FINE_BROWS, cast.BROWS, cast.THICK_BROWS)), **colour},
        "lashes": cast.SHORT_LASHES,
        "clothes": {"kind": one(("crew", "tee", "vneck", "shirt", "turtle", "round")), "color": dyed(),
                    "weave": one(("knit", "fine knit", "jersey", "oxford", "stripe"))},
    }  # fmt: skip
    if often(0.3):
        made["jacket"] = {"color": tuple(c * 0.4 for c in dyed())}
    worn = rng.choice(("", "scarf", "turban", "hat"), p=(0.46, 0.2 if woman else 0.02, 0.12, 0.22)
                      if woman else (0.4, 0.03, 0.34, 0.23))  # fmt: skip
    if worn:
        made[str(worn)] = {"color": dyed()}
    styles = ("long", "bob", "afro") if woman else ("short", "short", "thin", "bald", "afro")
    style = one(styles)
    shorter = {"count": 26_000, "radius": 0.00009}
    if worn not in ("scarf", "turban") and style != "bald":
        bob = {
            key: value for key, value in cast.CAST["ruth"]["hair"].items() if key not in ("color", "varied")
        }
        afro = {key: value for key, value in cast.CAST["theo"]["hair"].items() if key != "color"}
        made["hair"] = {
            "long": {**cast.LONG, "points": 28, "frizz": 0.003, "wave": (between(0.002, 0.01), 0.13, 0.15),
                     "length": between(0.6, 1), **shorter},
            "bob": {**bob, **shorter, "length": between(0.7, 1)},
            "afro": {**afro, "reach": between(0.03, 0.06), "count": 30_000, "radius": 0.00013},
            "short": {**cast.SHORT, "length": between(0.6, 1.1), **shorter},
            "thin": {**cast.SHORT, "count": int(between(4_000, 11_000)), "length": between(0.5, 0.9)},
        }[style] | colour  # fmt: skip
    if style in ("thin", "bald"):
        made["skin"]["scalp"] = (between(0.05, 0.2), (0.3, 0.25, 0.22))
    if not woman and often(0.55):
        made["beard"] = {"count": int(between(8_000, 40_000)), "length": between(0.0025, 0.03),
                         "stand": between(0.35, 0.9), "radius": 0.00008, **colour}  # fmt: skip
    if often(0.4):
        frame = one((dyed(), (0.02, 0.02, 0.02), (0.5, 0.45, 0.35)))
        made["spectacles"] = {"kind": one(("round", "acetate", "half-rim")), "color": frame}
    if woman and often(0.5):
        made["earrings"] = {"radius": between(0.008, 0.018)} if often(0.5) else {}
    made["shots"] = []
    for _ in range(SHOTS):
        away = between(0.75, 1.6)
        wide = between(0.40, 0.66)  # metres at the face
        middle = {"middle": dyed(), "edge": dyed()}
        far = {
            "scene": one(SCENES),
            "at": between(0, 1),
            "light": between(0.5, 1.1),
            "blur": between(0.004, 0.04),
        }
        made["shots"].append({
            "camera": {"away": away, "lens": 36 * away / wide, "x": between(-0.25, 0.25), "z": between(1.5, 1.72),
                       "aim": between(1.54, 1.62), "aside": between(-0.04, 0.04)},
            "light": {"place": one(PLACES), "side": one((-1, 1)), "sky": between(0.25, 0.7),
                      "key": between(0.6, 1.5), "fill": between(0.4, 1.6)},
            "background": far if often(0.6) else middle,
        })  # fmt: skip
    return made


def marks(made):
    """The marks of scripts/parser/attributes.json."""
    return [mark for mark, key in (("glasses", "spectacles"), ("beard", "beard")) if key in made] + (
        ["headwear"] if {"scarf", "turban", "hat"} & set(made) else []
    )


def main():
    sys.path.append(str(HERE.parent / "parser"))
    import canvas
    import grade
    from networks import Faces

    data, out = (Path(each) for each in sys.argv[1:3])
    out.mkdir(parents=True, exist_ok=True)
    faces, denoise = Faces(), grade.Denoiser(data / "rt_hdr_alb_nrm.tza")
    work = data / "work"
    for n in sys.argv[3:]:
        name = f"crowd-{n}"
        made = person(name)
        if (out / f"{n}-{SHOTS - 1}.npz").exists():
            continue
        subprocess.run([sys.executable, HERE / "textures.py", data, work, name], check=True)
        at = [name, data, work, str(SIZE), str(SAMPLES)]
        blender = [
            "blender",
            "-b",
            "-t",
            "1",
            "--python-exit-code",
            "1",
            "--python",
            HERE / "render.py",
            "--",
        ]
        if subprocess.run([*blender, *at], stdout=subprocess.DEVNULL).returncode:
            print("not drawn:", name, flush=True)
            continue
        for shot, look in enumerate(made["shots"]):
            folder = work / name / str(shot)
            parts = grade.shares(folder)
            picture = np.asarray(grade.graded({**made, **look}, folder, parts, denoise))
            points = faces.landmarks(picture.astype(np.float32) / 255)
            if points is None:
                print("no face:", name, shot, flush=True)
                continue
            frame = canvas.frame_of(points)
            planes = grade.planes(parts)
            rgb = canvas.framed(picture.astype(np.float32), frame)
            shown = np.stack(
                [canvas.framed(np.ascontiguousarray(planes[..., k]), frame) for k in range(9)], 2
            )
            inside = canvas.framed(np.ones(picture.shape[:2], np.float32), frame) > 0.99
            labels = shown.argmax(2).astype(np.uint8)
            labels[shown.max(2) < grade.LEAST_SHARE] = canvas.UNDECIDED
            labels[~inside] = canvas.NONE
            rgb[~inside] = 0
            np.savez_compressed(
                out / f"{n}-{shot}.npz", rgb=rgb.round().astype(np.uint8), labels=labels,
                points=canvas.moved(points, frame), agree=1.0, worn=np.array(marks(made)),
            )  # fmt: skip
        shutil.rmtree(work / name)
        print(name, flush=True)


if __name__ == "__main__":
    main()
