"""`npm run people -- NAME ...`: draws the people of resources/people, all if none is named."""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PROJECT = HERE.parent.parent
RESOURCES = PROJECT / "resources/people"
LABELS = PROJECT / "tests/engine/labels/people"


def refusal(data):
    """Why nobody can be drawn here: what to install or to fetch."""
    if shutil.which("blender") is None:
        return "Blender isn’t installed. On Debian: apt-get install blender python3-numpy python3-scipy"
    if data is None:
        return "LIKENESS_PEOPLE_DATA has to name a folder with the files of sources.json."
    for source in json.loads((HERE / "sources.json").read_text()):
        for name, expected in source["files"].items():
            path = data / name
            if not path.exists():
                return f"{path} is missing. It comes from {source['from']}."
            if hashlib.sha256(path.read_bytes()).hexdigest() != expected:
                return f"{path} isn’t the file that sources.json names. Fetch it again."
    try:
        import cv2, PIL, torch  # noqa: F401
    except ImportError as error:
        return f"{error}. See scripts/people/README.md."
    return None


def main():
    from cast import CAST

    parser = argparse.ArgumentParser(prog="npm run people --", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CAST))
    parser.add_argument("--size", default="1024", help="pixels")
    parser.add_argument("--samples", default="18", help="per pixel: 4 for a look")
    parser.add_argument("--out", type=Path, default=RESOURCES, help="the folder for the pictures")
    parser.add_argument("--labels", type=Path, default=LABELS, help="the folder for maps of labels")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in CAST]
    if unknown:
        return f"Nobody is called {' or '.join(unknown)}. The people are {', '.join(CAST)}."
    folder = os.environ.get("LIKENESS_PEOPLE_DATA")
    data = Path(folder) if folder else None
    refused = refusal(data)
    if refused or data is None:
        return refused
    names, work = options.names or list(CAST), data / "work"
    python = lambda script, *words: [sys.executable, str(HERE / script), str(data), str(work), *words]
    blender = ["blender", "-b", "--python-exit-code", "1", "--python", str(HERE / "render.py"), "--"]
    subprocess.run(python("textures.py", *names), check=True)
    for name in names:
        at = [name, str(data), str(work), options.size, options.samples]
        subprocess.run([*blender, *at], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(python("grade.py", str(options.out), str(options.labels), name), check=True)
        print(name, flush=True)
    return None


if __name__ == "__main__":
    sys.exit(main())
