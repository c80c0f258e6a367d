"""What people wear on the head: spectacles and headscarf, shaped on the body in rest pose."""

import numpy as np
from scipy.interpolate import CubicSpline

import materials
import shapes
from body import EYES, smoothstep

# A scarf's roll from one side of the head under the chin to the other shoulder, rest pose, and
# how much each further roll lies lower or farther out.
ROLL = np.array([
    [-0.070, 0.075, 1.575], [-0.080, 0.020, 1.545], [-0.062, -0.035, 1.512], [-0.012, -0.064, 1.488],
    [0.050, -0.052, 1.482], [0.098, -0.006, 1.486], [0.118, 0.055, 1.490], [0.085, 0.120, 1.500],
])  # fmt: skip
ROLL_STEP = np.array([
    [0, 0, -0.012], [0, 0, -0.013], [0, 0, -0.013], [0, -0.006, -0.014], [0, -0.006, -0.014],
    [0, -0.004, -0.012], [0, 0, -0.010], [0, 0, -0.010],
])  # fmt: skip
# (side, radius, phase of the folds) of each roll.
ROLLS = (
    (1, 0.015, 0), (-1, 0.016, 0.6), (1, 0.018, 1.7), (1, 0.020, 2.9), (-1, 0.021, 4.1),
    (1, 0.023, 5.2),
)  # fmt: skip


def spectacles(body, look):
    b = body
    color = look.get("color", (0.02, 0.015, 0.012))
    frame = materials.plain("frame", "spectacles", color, look.get("metal", 0.0))
    clear = materials.lens()
    radius = look.get("radius", 0.0014)
    bend = lambda points, thin=1, closed=False: shapes.tube(
        "frame", b.pose(np.array(points)), radius * thin, frame, closed
    )
    centres = [b.points[b.part == ball].mean(0) for ball, _ in EYES]
    bridge = (np.abs(b.chart_x - 500) < 6) & (np.abs(b.chart_y - 350) < 30) & b.is_body
    depth = min(centres[0][1] - 0.0275, b.points[bridge][:, 1].min() - 0.001)
    angle = np.linspace(0, 2 * np.pi, 49)[:-1]
    squared = 2 / look.get("squareness", 2.7)  # 2 is an ellipse, more is nearer a rectangle
    power = lambda value: np.sign(value) * np.abs(value) ** squared
    rims = []
    for centre in centres:
        side = np.sign(centre[0])
        x = centre[0] + side * 0.001 + look["width"] * power(np.cos(angle))
        z = centre[2] - 0.003 + look["height"] * power(np.sin(angle))
        aside = np.abs(x) - 0.012
        rim = np.stack([x, depth + 2.2 * aside**2 * np.sign(aside), z], 1)
        bend(rim, closed=True)
        middle = np.repeat(rim.mean(0)[None], len(rim), 0)
        shapes.loft("lens", [rim * 0.999, middle], clear, b.pose, subdivided=0)
        from_ear = np.abs(b.chart_x - (500 + side * 405)) + np.abs(b.chart_y - 375)
        ear = b.points[np.argmin(from_ear + 1e4 * (~b.is_body | (b.rest[:, 1] < 0.03)))]
        outer = rim[np.argmax(rim[:, 0] * side)]
        hinge = [outer[0] + side * 0.002, outer[1] + 0.001, centre[2] + 0.008]
        bend(
            [
                outer + [0, 0, 0.006],
                hinge,
                [outer[0] + side * 0.006, outer[1] + 0.012, centre[2] + 0.0085],
                ear + [side * 0.004, -0.02, 0.006],
                ear + [side * 0.002, 0.004, 0.006],
                ear + [-side * 0.001, 0.03, -0.02],
            ],
            0.95,
        )
        rims.append(rim)
    left, right = (rim[np.argmin(np.abs(rim[:, 0]))] for rim in rims)
    high = left[2] + 0.006
    arch = [[x, depth - 0.002, high + 0.003] for x in (left[0] * 0.5, right[0] * 0.5)]
    ends = [[left[0], left[1], high], [right[0], right[1], high]]
    bend([ends[0], arch[0], [0, depth - 0.003, high + 0.004], arch[1], ends[1]], 0.9)


def scarf(body, look, shell):
    b = body
    fabric = materials.cloth("scarf", look["color"], "weave", "headwear", 0.75, 0.35, 0.35)
    # How far a point is from the face's middle; the scarf's edge is at 1.
    from_face = np.hypot((b.chart_x - 500) / 318, (b.chart_y - 545) / 392)
    beyond = np.where(b.rest[:, 1] < 0.045, smoothstep(1.0, 1.45, from_face), 1.0)

    def keep(centre, index):
        quads = b.quads[index]
        x, y = b.chart_x[quads].mean(1), b.chart_y[quads].mean(1)
        on_face = np.hypot((x - 500) / 318, (y - 545) / 392) < 1
        on_face &= b.rest[quads, 1].mean(1) < 0.045
        near = np.hypot(centre[:, 0], (centre[:, 1] - 0.03) * 0.6) < 0.150
        return ~on_face & (centre[:, 2] > 1.37) & near

    def folded(points, normals):
        """Folds run round the face and fall towards the shoulder."""
        turn = np.arctan2(points[:, 0], -(points[:, 1] - 0.03))
        z = points[:, 2]
        wide = np.sin(z * 38 + 1.6 * np.cos(turn + 0.5) + 0.9 * np.sin(2 * turn)) * 0.6
        fine = np.sin(1.9 * (z * 33 + 1.3 * np.cos(turn - 0.7))) * 0.4
        low = smoothstep(1.60, 1.50, z)
        edge = np.sin(from_face * 30 + 2.2 * np.sin(3 * turn + 1) + z * 14) * 0.28
        edge *= np.exp(-(((from_face - 1.35) / 0.45) ** 2)) * smoothstep(1.0, 1.15, from_face)
        size = 0.014 * np.maximum(beyond, 0.15) * (((wide + fine) * 0.8 + 0.5) * low + edge)
        return points + normals * size[:, None]

    z = b.points[:, 2]
    off = 0.010 + 0.014 * smoothstep(1.62, 1.50, z) + 0.006 * smoothstep(1.62, 1.72, z)
    shell(
        "scarf", keep, 0.006 + beyond * off, fabric, smoothing=60, edge_smoothing=60,
        folds=0.006, fold_size=0.05, thickness=0.002, shaped=folded, subdivided=3, over_ears=True,
    )  # fmt: skip
    along = np.linspace(0, len(ROLL) - 1, 90)
    slim = np.sin(np.pi * np.clip(along / along[-1], 0.02, 0.98)) ** 0.65
    for k, (side, radius, phase) in enumerate(ROLLS):
        line = CubicSpline(np.arange(len(ROLL)), (ROLL + k * ROLL_STEP) * [side, 1, 1])(along)
        tangent = np.gradient(line, axis=0)
        tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
        up = np.array([0, 0.25, 1.0])
        up = up - tangent * (tangent @ up)[:, None]
        up /= np.linalg.norm(up, axis=1, keepdims=True)
        out = np.cross(tangent, up) * side
        if out[len(out) // 2, 1] > 0:
            out = -out
        rows = []
        for turn in np.linspace(0, 2 * np.pi, 17):
            uneven = 1 + 0.18 * np.sin(along * 2.1 + phase + turn)
            width = radius * slim * (uneven + 0.12 * np.sin(along * 4.7 + 2 * phase))
            crease = 0.0025 * np.sin(turn * 3 + along * 1.5 + phase)
            high, far = np.cos(turn) * width * 1.45, np.sin(turn) * width * 0.46 + crease
            rows.append(line + up * high[:, None] + out * far[:, None])
        shapes.loft("roll", rows, fabric, b.pose, closed=False, subdivided=1)


def add(body, person, shell):
    if "spectacles" in person:
        spectacles(body, person["spectacles"])
    if "scarf" in person:
        scarf(body, person["scarf"], shell)
