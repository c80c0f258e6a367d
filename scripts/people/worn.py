"""What people wear on the head: headscarf, turban, hat, spectacles and earrings, in rest pose."""

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
    lift = 0.010 + 0.013 * smoothstep(0.2, 0.7, share)
    lift = lift + 0.003 * np.sin(np.radians(turn * 2) + 5 * share) * (1 - share**4)
    knit(edge + 3 + (89.5 - edge - 3) * share, lift - 0.003, share**4)
    rolled = np.r_[np.linspace(6, 0, 5), np.linspace(0.5, 27, 40), np.linspace(27.3, 24, 5)][:, None]
    out = np.r_[
        np.linspace(0.004, 0.008, 5),
        0.012 + 0.004 * np.sin(np.linspace(0.1, 3, 40)),
        np.linspace(0.012, 0.009, 5),
    ]
    knit(edge + rolled * (1 + 0.06 * np.sin(np.radians(turn * 2 + 60))), out[:, None] + 0 * turn)


# Lenses: half their width and height, metres; exponent of the outline (2 is an ellipse, more is nearer a
# rectangle); the rim's height above and below the lens, its depth; metallic; colour.
SPECTACLES = {
    "round": (0.0225, 0.0210, 2.1, 0.0014, 0.0014, 0.0015, 1.0, (0.60, 0.45, 0.22)),
    "acetate": (0.0245, 0.0190, 3.0, 0.0042, 0.0032, 0.0030, 0.0, (0.02, 0.012, 0.008)),
    "half-rim": (0.0255, 0.0160, 3.6, 0.0030, 0.0003, 0.0020, 0.0, (0.015, 0.016, 0.02)),
}
CORNEA = 0.0125  # metres before the eyeball's middle


def bar(name, path, aside, wide, ahead, deep, material, body):
    """A rod with rounded edges along a path: `wide` in direction `aside`, `deep` in direction `ahead`."""
    path, aside, ahead = (np.broadcast_to(np.asarray(v, float), (len(path), 3)) for v in (path, aside, ahead))
    angle = np.linspace(0, 2 * np.pi, 17)[:-1]
    round_off = lambda value: np.sign(value) * np.abs(value) ** 0.6
    across = round_off(np.cos(angle))[:, None] * np.reshape(wide, (-1, 1, 1)) / 2
    along = round_off(np.sin(angle))[:, None] * np.reshape(deep, (-1, 1, 1)) / 2
    rows = path[:, None] + across * aside[:, None] + along * ahead[:, None]
    shapes.loft(name, rows, material, body.pose, True, 1)


def spectacles(body, look):
    """Before the eyes, resting on the nose and the ears, nowhere in the skin."""
    width, height, exponent, top, low, deep, metal, color = SPECTACLES[look.get("kind", "acetate")]
    width, height = look.get("width", width), look.get("height", height)
    frame = materials.plain("frame", "spectacles", look.get("color", color), look.get("metal", metal), 0.22)
    clear = materials.lens()
    cloud = skin(body)
    front = cloud[cloud[:, 1] < 0]
    beside = cloud[cloud[:, 1] > -0.07]
    seen, sides = cKDTree(front[:, [0, 2]]), cKDTree(np.c_[np.sign(beside[:, 0]), beside[:, 1:]])
    before_skin = lambda x, z: front[seen.query(np.stack([x, z], -1), k=6)[1], 1].min(-1)
    eyes = [body.points[body.part == ball].mean(0) for ball, _ in EYES]
    level = np.mean([eye[2] for eye in eyes]) - 0.006
    angle = np.linspace(0, 2 * np.pi, 97)
    power = lambda value: np.sign(value) * np.abs(value) ** (2 / exponent)
    spread = max(np.abs(eyes[0][0] - eyes[1][0]) / 2, width + (top + low) / 2 + 0.0075)

    def shaped(x, z):
        """The front's depth, 0 in the middle: bent round the face, its lower edge nearer the cheeks."""
        return 2.0 * np.maximum(np.abs(x) - 0.012, 0) ** 2 - 0.12 * (z - level)

    outline = np.stack([width * power(np.cos(angle)), 0 * angle, height * power(np.sin(angle))], 1)
    thick = low + (top - low) * smoothstep(-0.3, 0.6, np.sin(angle))
    outwards = np.stack([np.cos(angle), 0 * angle, np.sin(angle)], 1)
    places = [outline + outwards * thick[:, None] / 2 + [side * spread, 0, level] for side in (1, -1)]
    arch = np.linspace(-1, 1, 21)
    gap = spread - width
    bridge = np.stack([arch * gap, 0 * arch, level + height * 0.42 + 0.0025 * (1 - arch**2)], 1)
    rims = np.concatenate([*places, bridge])
    clearance = before_skin(rims[:, 0], rims[:, 2]) - shaped(rims[:, 0], rims[:, 2])
    depth = min(clearance.min() - deep / 2 - 0.0015, min(eye[1] for eye in eyes) - CORNEA - 0.0115)
    set_out = lambda points: points + np.stack(
        [0 * points[:, 0], depth + shaped(points[:, 0], points[:, 2]), 0 * points[:, 0]], 1
    )

    for side, rim in zip((1, -1), places):
        bar("frame", set_out(rim), outwards, thick, [0, 1, 0], deep, frame, body)
        middle = np.array([side * spread, 0, level])
        inner = [middle + outline * share for share in (1.0, 0.75, 0.5, 0.25, 0.0)]
        bulge = [0.0016 * (1 - share**2) for share in (1.0, 0.75, 0.5, 0.25, 0.0)]
        rows = [set_out(row) - [0, more, 0] for row, more in zip(inner, bulge)]
        shapes.loft("lens", [row[:-1] for row in rows], clear, body.pose, subdivided=1)

        # The temple: from the rim's outer end back to where the ear begins and down behind it.
        from_ear = np.abs(body.chart_x - (500 + side * 405)) + np.abs(body.chart_y - 375)
        ear = body.points[np.argmin(from_ear + 1e4 * (~body.is_body | (body.rest[:, 1] < 0.03)))]
        outer = set_out(np.array([[side * (spread + width + top * 0.3), 0, level + height * 0.55]]))[0]
        hinge = outer + [side * 0.0045, 0.004, 0]
        path = np.array([
            outer, hinge, hinge + [side * 0.001, 0.012, 0], ear + [side * 0.002, -0.02, 0.004],
            ear + [0, 0.004, 0.005], ear + [-side * 0.002, 0.02, -0.006],
            ear + [-side * 0.004, 0.034, -0.026],
        ])  # fmt: skip
        path = PchipInterpolator(np.arange(len(path)), path)(np.linspace(0, len(path) - 1, 60))
        _, index = sides.query(np.c_[np.full(60, side), path[:, 1:]], k=6)
        least = (side * beside[index, 0]).max(1) + 0.0022
        behind = path[:, 1] > outer[1] + 0.01
        path[behind, 0] = side * np.maximum(side * path[:, 0], least)[behind]
        path = gaussian_filter(path, (1.5, 0), mode="nearest")
        tangent = np.gradient(path, axis=0)
        tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
        upright = np.cross(tangent, np.cross([0, 0, 1], tangent))
        upright /= np.linalg.norm(upright, axis=1, keepdims=True)
        bar(
            "frame",
            path,
            upright,
            max(top, 0.0013),
            np.cross(tangent, upright),
            max(deep * 0.6, 0.0012),
            frame,
            body,
        )

        if top < 0.004:  # pads on the nose
            low_on_nose = level - height * 0.25
            x = np.linspace(0.004, 0.018, 60)
            at = (
                x[np.argmin(np.abs(before_skin(side * x, np.full(60, low_on_nose)) - depth - 0.006))] + 0.0012
            )
            pad = np.array([side * at, depth + 0.006, low_on_nose])
            turned = np.array([side * 0.6, -0.8, 0])
            share = np.linspace(-1, 1, 11)
            round_end = np.sqrt(np.maximum(1 - share**2, 0.01))
            rod = pad + share[:, None] * [side * 0.0008, 0, -0.0065]
            bar(
                "pad",
                rod,
                [-turned[1], turned[0], 0],
                0.006 * round_end,
                turned,
                0.0018 * round_end,
                frame,
                body,
            )
            start = set_out(middle[None] + [-side * width, 0, height * 0.1])[0]
            wire = PchipInterpolator((0, 1, 2), [start, start + [0, 0.005, -0.001], pad])(
                np.linspace(0, 2, 16)
            )
            bar("frame", wire, [0, 0, 1], 0.0009, [1, 0, 0], 0.0009, frame, body)
    bar("frame", set_out(bridge), [0, 0, 1], max(top, 0.0014), [0, 1, 0], deep * 0.9, frame, body)


def earrings(body, look):
    """Studs, or hoops of `radius` metres, through the lobes."""
    gold = materials.plain("gold", "jewellery", look.get("color", (0.80, 0.58, 0.26)), 1.0, 0.15)
    for side in (1, -1):
        lobe = np.where(ears(body) & (side * body.rest[:, 0] > 0))[0]
        height = body.points[lobe, 2] - body.points[lobe, 2].min()
        lobe = lobe[(height > 0.003) & (height < 0.007)]
        vertex = lobe[np.argmax(side * body.normals[lobe, 0] - body.normals[lobe, 1])]
        hole, out = body.points[vertex], body.normals[vertex] * [1, 1, 0]
        out /= np.linalg.norm(out)
        turn = np.linspace(0, 2 * np.pi, 49)
        if "radius" in look:
            flat = np.cos(turn)[:, None] * [0, 0, 1] + np.sin(turn)[:, None] * out
            path = hole - [0, 0, look["radius"] - 0.001] + look["radius"] * flat
            bar("earring", path, flat, 0.0018, np.cross(out, [0, 0, 1]), 0.0018, gold, body)
        else:
            share = np.linspace(-1, 1, 13)
            path = hole + out * 0.0012 + share[:, None] * out * 0.0018
            size = 0.0056 * np.sqrt(np.maximum(1 - share**2, 0.001))
            bar("earring", path, [0, 0, 1], size, np.cross(out, [0, 0, 1]), size, gold, body)


WORN = {"scarf": scarf, "turban": turban, "hat": hat, "spectacles": spectacles, "earrings": earrings}


def add(body, person):
    for name, put_on in WORN.items():
        if name in person:
            put_on(body, person[name])
