"""What people wear on the head: headscarf, turban, hat and spectacles, on the body in rest pose."""

import bpy
import numpy as np
from scipy.interpolate import PchipInterpolator
from scipy.ndimage import gaussian_filter
from scipy.spatial import cKDTree

import materials
import shapes
from body import EYES, neighbours, smoothstep

# A headscarf's rings from the face's oval over the head and the neck to the chest: middle (y, z,
# metres), lean of the ring's plane (degrees, 0 is upright, 90 flat), how far its sides lie behind
# the plane, how far all of it (both as a share of the radius), distance from the skin above and
# below (metres).
HOOD = (
    (-0.045, 1.606, -17, 0.40, 0, 0.003, 0.003),
    (-0.044, 1.606, -16, 0.40, 0, 0.007, 0.006),
    (-0.038, 1.605, -11, 0.36, 0, 0.010, 0.009),
    (-0.020, 1.602, 3, 0.25, 0.05, 0.013, 0.012),
    (0.005, 1.595, 24, 0.10, 0.10, 0.017, 0.014),
    (0.022, 1.580, 46, 0, 0.25, 0.020, 0.016),
    (0.032, 1.545, 64, 0, 0.40, 0.023, 0.017),
    (0.035, 1.495, 86, 0, 0.10, 0.022, 0.016),
    (0.035, 1.440, 90, 0, -0.55, 0.016, 0.016),
    (0.035, 1.420, 86, 0, -0.40, 0.013, 0.014),
    (0.035, 1.410, 74, 0, 0.05, 0.012, 0.013),
    (0.035, 1.400, 60, -0.18, 0.25, 0.012, 0.012),
    (0.035, 1.380, 54, -0.20, 0.40, 0.012, 0.012),
)  # fmt: skip
CHEST = np.array([0, 0.035, 1.41])


def ears(body):
    return (
        (np.abs(body.rest[:, 0]) > 0.060)
        & (body.chart_y > 320) & (body.chart_y < 680)
        & (body.rest[:, 1] > 0) & (body.rest[:, 1] < 0.075)
    )  # fmt: skip


def skin(body):
    """Places all over the skin, 5 mm apart or less, the ears pressed flat."""
    quads = body.quads[body.is_body[body.quads[:, 0]] & (body.rest[body.quads[:, 0], 2] > 1.2)]
    points, flat = body.points.copy(), np.where(ears(body))[0]
    mean = neighbours(np.concatenate([quads[:, [k, (k + 1) % 4]] for k in range(4)]), len(points))
    for _ in range(400):
        points[flat] = mean(points)[flat]
    steps = (np.arange(4) + 0.5) / 4
    u, v = (k.ravel()[:, None, None] for k in np.meshgrid(steps, steps))
    a, b, c, d = points[quads].transpose(1, 0, 2)
    return ((1 - v) * ((1 - u) * a + u * b) + v * ((1 - u) * d + u * c)).reshape(-1, 3)


def laid(on, middle, outwards, off, start):
    """Where rays that come from `start` metres off towards `middle` are `off` metres from a cloud `on`."""
    tree = cKDTree(on)
    outwards = outwards / np.linalg.norm(outwards, axis=-1, keepdims=True)
    at = np.broadcast_to(start, outwards.shape[:-1]).copy()
    for _ in range(20):
        at -= tree.query(middle + outwards * at[..., None])[0] - off
        at = np.maximum(at, 0)
    return middle + outwards * at[..., None]


def folded(points, height):
    """A grid of points moved along its normals by `height`, metres."""
    normal = np.cross(np.gradient(points, axis=1), np.gradient(points, axis=0))
    normal /= np.maximum(np.linalg.norm(normal, axis=2, keepdims=True), 1e-9)
    return points + normal * height[..., None]


def crease(phase):
    """Folds as cloth has them: round ridges, sharp valleys, 0 to 1."""
    return np.abs(np.sin(phase)) ** 0.8


def sheet(name, rows, material, body, closed=False, thickness=0.0015, wrinkles=0.003):
    """Cloth through rows of points, with small wrinkles."""
    made = shapes.loft(name, rows, material, body.pose, closed, 1)
    texture = bpy.data.textures.new(name, "CLOUDS")
    texture.noise_scale, texture.noise_depth = 0.045, 1
    modifier = made.modifiers.new("wrinkles", "DISPLACE")
    modifier.texture, modifier.texture_coords = texture, "GLOBAL"
    modifier.strength = wrinkles
    shapes.thickened(made, thickness)


def scarf(body, look):
    """A hood that is closed under the chin, and an end laid over the chest to the other shoulder."""
    fabric = materials.cloth("scarf", look["color"], "weave", "headwear", 0.8, 0.4, 0.25)
    turn = np.linspace(-np.pi, np.pi, 161)[:-1]  # 0 above and behind, pi under the chin
    ring = np.linspace(0, len(HOOD) - 1, 140)
    y, z, lean, bow, back, above, below = PchipInterpolator(np.arange(len(HOOD)), HOOD)(ring).T[..., None]
    lean, front = np.radians(lean), (1 - np.cos(turn)) / 2
    up, aside, behind = np.cos(turn), np.sin(turn), bow * np.sin(turn) ** 2 + back
    outwards = np.stack(
        [
            np.broadcast_to(aside, (len(ring), len(turn))),
            up * np.sin(lean) + behind * np.cos(lean),
            up * np.cos(lean) - behind * np.sin(lean),
        ],
        2,
    )
    middle = np.stack([0 * y, y, z], 2)
    # Rays start near enough to pass by chin and shoulders.
    above_from = np.interp(ring, (0, 5, 6, 8.6, 9.4), (0.25, 0.25, 0.11, 0.11, 0.4))[:, None]
    below_from = np.interp(ring, (0, 5, 6, 8.6, 9.4), (0.11, 0.11, 0.085, 0.085, 0.4))[:, None]
    start = above_from + (below_from - above_from) * front
    points = laid(skin(body), middle, outwards, above + (below - above) * front, start)
    points = gaussian_filter(points, (2, 3, 0), mode=("nearest", "wrap", "nearest"))
    row = ring[:, None]
    low = smoothstep(0.25, 0.8, front) * smoothstep(0.8, 2.5, row) * smoothstep(10, 8, row)
    bent = 0.9 * np.sin(turn * 2 + 0.6) + 0.7 * np.cos(turn + 0.4)
    height = 0.009 * low * crease(row * 2.1 + bent)
    height += 0.004 * low * crease(row * 3.7 - 1.3 * bent + 1)
    height += (
        0.0035 * smoothstep(2, 5, row) * smoothstep(9, 6, row) * np.sin(row * 2.4 + 2 * np.sin(turn * 1.5))
    )
    height += 0.007 * smoothstep(7.5, 10, row) * crease(turn * 4.5 + 0.8 * np.sin(turn * 3 + row * 0.6))
    points = folded(points, height)
    inner = points[:1] + (middle[:1] - points[:1]) * 0.05 + [0, 0.012, 0]
    sheet("scarf", np.concatenate([inner, points]), fabric, body, closed=True)

    # The end: from under the right ear across the chest, wider and wider, to behind the left shoulder.
    along, across = np.linspace(0, 1, 130)[:, None], np.linspace(0, 1, 90)
    key = (0, 0.25, 0.5, 0.75, 1)
    at = lambda *values: PchipInterpolator(key, values)(along)
    azimuth = np.radians(at(-105, -50, 10, 70, 125))
    high, low = np.radians(at(62, 46, 34, 38, 42)), np.radians(at(46, 8, -26, -14, 0))
    rise = high + (low - high) * across
    outwards = np.stack([np.sin(azimuth) * np.cos(rise), -np.cos(azimuth) * np.cos(rise), np.sin(rise)], 2)
    points = laid(points.reshape(-1, 3), CHEST, outwards, 0.004 + 0.004 * across, 0.35)
    points = gaussian_filter(points, (3, 3, 0), mode="nearest")
    phase = across * 13 + 1.1 * np.sin(along * 4) + 0.8 * np.sin(along * 7 + across * 5)
    height = at(0.003, 0.008, 0.010, 0.009, 0.007) * crease(phase) + 0.003 * crease(2.3 * phase + 1)
    sheet("end", folded(points, height), fabric, body)


# A turban's lowest edge: degrees over HEAD's level by degrees from the front; how much higher each
# further layer's edge lies.
TURBAN = ((-40, 0, 45, 95, 140, 180, 215), (30, 18, 6, -20, -32, -34, -32))
TURBAN_STEP = ((-40, 0, 45, 95, 140, 215), (10, 9.5, 9, 8, 6, 5))
HEAD = np.array([0, 0.03, 1.665])


def from_head(azimuth, rise):
    """Directions from the head's middle: degrees from the front and over the level."""
    azimuth, rise = np.radians(azimuth), np.radians(rise)
    flat = np.cos(rise)
    return np.stack([np.sin(azimuth) * flat, -np.cos(azimuth) * flat, np.sin(rise) + 0 * azimuth], 2)


def turban(body, look):
    """Layers wound from both sides in turn, each over the last; they cross above the forehead."""
    fabric = materials.cloth("turban", look["color"], "weave", "headwear", 0.85, 0.3, 0.25)
    on = skin(body)
    full = lambda rise: 0.009 + 0.018 * smoothstep(-25, 45, rise)
    turn = np.linspace(-180, 180, 121)[:-1]
    edge = np.interp(np.abs(turn), *TURBAN)
    rise = edge + (90 - edge) * np.r_[0.15, np.linspace(0, 1, 50)][:, None]
    sheet(
        "turban", laid(on, HEAD, from_head(turn + 0 * rise, rise), full(rise), 0.4), fabric, body, closed=True
    )
    along = np.linspace(-40, 215, 200)[:, None]
    lifted = np.array([[2.0, -0.004], [0.5, -0.002], [0, 0], [0.5, 0.001], [1.5, 0.0015]])
    lifted = np.r_[lifted, np.stack([np.linspace(3, 30, 22), np.linspace(0.0015, -0.004, 22)], 1)]
    for layer in range(10):
        side, k = (1, -1)[layer % 2], layer // 2
        edge = np.interp(along, *TURBAN) + k * np.interp(along, *TURBAN_STEP)
        edge = gaussian_filter(edge, (8, 0), mode="nearest")
        edge += 1.2 * np.sin(along * 0.03 + layer * 1.7)
        rise = np.minimum(edge + lifted[:, 0], 89)
        off = full(rise) + 0.0022 * layer + lifted[:, 1]
        points = laid(on, HEAD, from_head(side * along + 0 * rise, rise), off, 0.4)
        points = gaussian_filter(points, (4, 0, 0), mode="nearest")
        pleats = crease(lifted[:, 0] * 0.55 + 0.5 * np.sin(along * 0.02 + layer)) * 0.0016
        sheet(
            "turban",
            folded(points, -side * pleats * smoothstep(0, 3, lifted[:, 0])),
            fabric,
            body,
            wrinkles=0.002,
        )


# A knitted hat's edge, as for the turban.
HAT = ((0, 45, 95, 140, 180), (17, 10, -8, -22, -26))


def under_hat(strands):
    """The hair (n × k × 3) that a hat leaves to see: pressed down at its edge, falling below it."""
    flat = lambda points: np.hypot(points[..., 0], points[..., 1])
    off = strands - HEAD
    azimuth = np.degrees(np.abs(np.arctan2(off[..., 0], -off[..., 1])))
    rise = np.degrees(np.arctan2(off[..., 2], flat(off)))
    below = np.interp(azimuth, *HAT) - rise
    seen = below[:, 0] > -8
    off, azimuth, rise, below = off[seen], azimuth[seen], rise[seen], below[seen]
    lower = np.radians(rise + below - 4 * np.log1p(np.exp(below / 4)))
    lower -= 0.25 * np.linspace(0, 1, strands.shape[1]) ** 2
    out = np.linalg.norm(off, axis=2)
    out = out[:, :1] + 0.75 * (out - out[:, :1])
    level = off[..., :2] / np.maximum(flat(off), 1e-6)[..., None] * (out * np.cos(lower))[..., None]
    return HEAD + np.concatenate([level, (out * np.sin(lower))[..., None]], 2)


def hat(body, look):
    """A ribbed hat with its edge turned up."""
    fabric = materials.cloth("hat", look["color"], "rib", "headwear", 0.95, 0.6, 0.4)
    turn = np.linspace(-180, 180, 901)[:-1]
    edge = np.interp(np.abs(turn), *HAT)
    edge = gaussian_filter(edge, 30, mode="wrap") + 0.8 * np.sin(np.radians(turn * 3 + 40))
    ribs = 0.0016 * np.sqrt(np.abs(np.sin(np.radians(turn * 52)))) * np.ones((1, 1))
    on = skin(body)

    def knit(rise, off, closing=0):
        points = laid(on, HEAD, from_head(turn + 0 * rise, rise), off, 0.4)
        points = gaussian_filter(points, (1.5, 12, 0), mode=("nearest", "wrap", "nearest"))
        sheet("hat", folded(points, ribs * (1 - closing)), fabric, body, True, 0.001, 0.004)

    share = np.linspace(0, 1, 60)[:, None]
    lift = 0.010 + 0.013 * smoothstep(0.2, 0.7, share) + 0.003 * np.sin(np.radians(turn * 2) + 5 * share)
    knit(edge + 3 + (89.5 - edge - 3) * share, lift - 0.003, share**4)
    rolled = np.r_[np.linspace(6, 0, 5), np.linspace(0.5, 27, 40), np.linspace(27.3, 24, 5)][:, None]
    out = np.r_[
        np.linspace(0.004, 0.008, 5),
        0.012 + 0.004 * np.sin(np.linspace(0.1, 3, 40)),
        np.linspace(0.012, 0.009, 5),
    ]
    knit(edge + rolled * (1 + 0.06 * np.sin(np.radians(turn * 2 + 60))), out[:, None] + 0 * turn)


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


def add(body, person):
    if "spectacles" in person:
        spectacles(body, person["spectacles"])
    if "scarf" in person:
        scarf(body, person["scarf"])
    if "turban" in person:
        turban(body, person["turban"])
    if "hat" in person:
        hat(body, person["hat"])
