"""Hair, brows, lashes and beard as strands: n × k × 3 points, root first."""

import numpy as np
from scipy.interpolate import PchipInterpolator
from scipy.spatial import cKDTree

import materials
import shapes
import worn
from body import smoothstep

HEAD_CENTRE = np.array([0, 0.035, 1.64])
# Upper and lower lid's edge of the right eye in chart units, from the outer corner inwards.
UPPER_LID = ((276, 367.5), (298, 350.5), (330, 341), (362, 349), (382, 364))
LOWER_LID = ((279, 373.5), (300, 384), (330, 389.5), (362, 387), (378, 381))
# Where a beard begins under the cheek and ends on the neck: chart y by distance from the middle.
BEARD_TOP = ((0, 60, 118, 150, 250, 330, 370), (598, 608, 668, 735, 700, 560, 470))
BEARD_END = ((0, 150, 300, 400), (985, 960, 880, 760))


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def resampled(strand, count):
    """A strand as `count` points at equal distances."""
    steps = np.linalg.norm(np.diff(strand, axis=0), axis=1)
    along = np.concatenate([[0], np.cumsum(steps)])
    if along[-1] < 1e-6:
        return np.repeat(strand[:1], count, 0)
    at = np.linspace(0, along[-1], count)
    return np.stack([np.interp(at, along, strand[:, axis]) for axis in range(3)], 1)


def shortened(strands, share):
    """Each strand cut to its own share of its length."""
    count, length, _ = strands.shape
    row = np.arange(count)
    cut = np.empty_like(strands)
    for k, at in enumerate(np.linspace(0, 1, length)):
        place = at * share * (length - 1)
        before = np.minimum(place.astype(int), length - 2)
        part = (place - before)[:, None]
        cut[:, k] = strands[row, before] * (1 - part) + strands[row, before + 1] * part
    return cut


def multiplied(guides, look, random):
    """Many hairs between a few guides: clumped, waved, parted, frizzy, of different lengths."""
    count, length = look["count"], look.get("points", 24)
    guides = np.array([resampled(guide, length) for guide in guides])
    near = cKDTree(guides[:, 0])
    own = random.integers(0, len(guides), count)
    around = near.query(guides[own, 0], k=7)[1]
    blended = [own]
    for _ in range(2):
        other = around[np.arange(count), random.integers(1, 7, count)]
        apart = lambda k: np.linalg.norm(guides[own, k] - guides[other, k], axis=1)
        alike = (apart(-1) < look.get("merge", 0.04)) & (apart(length // 2) < 0.03)
        blended.append(np.where(alike, other, own))
    shares = random.dirichlet([1, 1, 1], count)
    strands = sum(shares[:, k, None, None] * guides[guide] for k, guide in enumerate(blended))

    s = np.linspace(0, 1, length)[None, :, None]
    clump = look.get("clump", 0.35) * random.uniform(0.4, 1.3, (count, 1, 1))
    strands += (guides[own] - strands) * clump * s**1.5
    strands += random.normal(0, look.get("loose", 0.0022), (count, 1, 3)) * (0.35 + 0.65 * s)
    if "wave" in look:
        size, wavelength, start = look["wave"]
        strands += waves(strands, guides, own, size, wavelength, start, random)
    if look.get("parted"):
        root = strands[:, 0]
        middle = (np.abs(root[:, 0]) < 0.032) & (root[:, 2] > 1.69)
        aside = np.where(middle, root[:, 0] * (random.uniform(0.02, 1, count) - 1), 0)
        strands[:, :, 0] += aside[:, None] * (1 - s[:, :, 0]) ** 5
        lift = np.where(middle, 0.003, 0)[:, None]
        strands[:, :, 2] += lift * np.exp(-(((s[:, :, 0] - 0.08) / 0.08) ** 2))
    if "back" in look:
        strands = turned_back(strands, look["back"])
    drift = np.cumsum(random.normal(0, 1, (count, length, 3)), 1) / np.sqrt(length)
    flyaway = random.choice([0.5, 1, 3.2], (count, 1, 1), p=[0.5, 0.42, 0.08])
    strands += drift * look.get("frizz", 0.0025) * s * flyaway
    share = random.uniform(look.get("least", 0.85), 1, count) * look.get("length", 1.0)
    return shortened(strands, share)


def turned_back(strands, degrees):
    """Strands beside the face turned backwards round the head, by degrees on the person's right and left."""
    x, y, z = np.moveaxis(strands - HEAD_CENTRE, 2, 0)
    side = np.sign(x[:, -1:])
    angle = side * np.radians(np.where(side < 0, *degrees)) * smoothstep(1.71, 1.60, strands[:, :, 2])
    cos, sin = np.cos(angle), np.sin(angle)
    return np.stack([cos * x - sin * y, sin * x + cos * y, z], 2) + HEAD_CENTRE


def waves(strands, guides, own, size, wavelength, start, random):
    """Waves of `size` metres round the head, in step within a clump."""
    count, length, _ = strands.shape
    phase = (own * 2.399) % (2 * np.pi) + random.normal(0, 0.35, count)
    reach = np.linalg.norm(np.diff(guides, axis=1), axis=2).sum(1)[own]
    along = np.linspace(0, 1, length)[None] * reach[:, None]
    turn = 2 * np.pi * along / wavelength * (1 + 0.15 * np.sin(own * 1.7))[:, None]
    turn += phase[:, None]
    swing = size * smoothstep(0.02, start, along) * random.uniform(0.6, 1.2, (count, 1))
    out = strands[:, :, :2] - HEAD_CENTRE[:2]
    out /= np.maximum(np.linalg.norm(out, axis=2, keepdims=True), 1e-3)
    across = np.stack([-out[:, :, 1], out[:, :, 0]], 2)
    flat = across * (swing * np.sin(turn))[:, :, None]
    flat += out * (swing * (0.8 * np.cos(turn) + 0.5))[:, :, None]
    return np.concatenate([flat, np.zeros((count, length, 1))], 2)


def fitted(body, strands):
    """Guides of the rest body on the morphed one; long hair follows the shoulders, not the root."""
    count, length, _ = strands.shape
    root, tip = (body.moved_with_skin(strands[:, k]) - strands[:, k] for k in (0, -1))
    s = np.linspace(0, 1, length)[None, :, None]
    moved = strands + root[:, None] * (1 - s) + 0.5 * (root + tip)[:, None] * s
    # Out of the skin: at least 4 mm above it, beyond the root.
    upper = body.points[body.upper]
    points = moved.reshape(-1, 3)
    distance, index = cKDTree(upper).query(points)
    normal = body.normals[body.upper][index]
    height = ((points - upper[index]) * normal).sum(1)
    push = np.where((height < 0.004) & (distance < 0.05), 0.004 - height, 0)
    push *= smoothstep(0, 0.12, np.tile(np.linspace(0, 1, length), count))
    return (points + normal * push[:, None]).reshape(strands.shape)


def afro(body, scalp, look, random):
    """Coils that stand out from the scalp."""
    count, length = look["count"], look["points"]
    root = scalp[random.integers(0, len(scalp), count)] + random.normal(0, 0.0025, (count, 3))
    skin, normal = body.on_skin(root)
    root = body.moved_with_skin(root)
    root -= ((root - skin) * normal).sum(1, keepdims=True) * normal
    out = normal * 0.75 + unit(root - [0, 0.03, 1.63]) * 0.6 + np.array([0, 0, 0.12])
    out = unit(out)
    side = unit(np.cross(out, random.normal(0, 1, out.shape)))
    up = np.cross(out, side)
    reach = look["reach"] * random.uniform(0.72, 1.04, count)
    reach *= np.where(root[:, 2] < 1.60, 0.55, 1) * np.where(root[:, 1] < -0.03, 0.85, 1)
    s = np.linspace(0, 1, length)
    turns = reach / 0.0085 * random.uniform(0.8, 1.2, count)
    angle = random.uniform(0, 2 * np.pi, count)[:, None] + 2 * np.pi * turns[:, None] * s
    width = look["curl"] * random.uniform(0.6, 1.3, count)[:, None] * smoothstep(0, 0.1, s)
    coil = np.cos(angle)[..., None] * side[:, None] + np.sin(angle)[..., None] * up[:, None]
    wobble = np.cumsum(random.normal(0, 1, (count, length, 3)), 1) / length**0.5 * 0.0035
    straight = root[:, None] + out[:, None] * (reach[:, None] * s)[..., None]
    return straight + coil * width[..., None] + wobble * s[None, :, None]


def add(body, person, scalp, random):
    """Everything that grows, as Blender objects."""

    def put(name, part, strands, radius, look):
        shapes.strands(name, body.pose(strands), radius, materials.hair(name, part, look))

    look = person.get("hair")
    if look:
        if look["style"] == "afro":
            strands = afro(body, scalp, look, random)
        else:
            strands = fitted(body, multiplied(body.strands(look["style"]), look, random))
            if "volume" in look:
                higher = smoothstep(1.45, 1.55, strands[:, :, 2:])
                s = np.linspace(0, 1, strands.shape[1])[None, :, None]
                away = (strands - HEAD_CENTRE) * (1 + look["volume"] * higher * s**0.5)
                strands = HEAD_CENTRE + away
        if "hat" in person:
            strands = worn.under_hat(strands)
        put("hair", "scalp hair", strands, look.get("radius", 0.00006), look)
    look = person["brows"]
    put("brows", "face skin", brows(body, look, random), look["radius"], look)
    lash = {"melanin": 0.97, "redness": 0.3, **person.get("lashes", {})}
    put("lashes", "face skin", lashes(body, lash, random), 0.00005, lash)
    if "beard" in person:
        beard = person["beard"]
        put("beard", "facial hair", whiskers(body, beard, random), beard["radius"], beard)


def brows(body, look, random):
    guides = np.array([resampled(guide, 8) for guide in body.strands("mind_eyebrows_05")])
    guides = guides[random.random(len(guides)) < look["kept"]]
    _, normal = body.on_skin(guides[:, 0])
    strands = body.moved_with_skin(guides.reshape(-1, 3)).reshape(guides.shape)
    skin, _ = body.on_skin(guides[:, 0])
    height = ((strands[:, 0] - skin) * normal).sum(1)
    lift = (0.0004 - np.minimum(height, 0.0004))[:, None] + np.linspace(0, 0.0008, 8)
    return strands + normal[:, None] * lift[..., None]


def lashes(body, look, random):
    made = []
    for lid, upper, count in ((UPPER_LID, True, look.get("count", 95)), (LOWER_LID, False, 55)):
        edge = PchipInterpolator(*zip(*lid))
        for side in (1, -1):
            for x in np.sort(random.uniform(lid[0][0], lid[-1][0] - 8, count)):
                root = body.moved_with_skin(body.chart_point(500 + side * (500 - x), edge(x))[None])[0]
                inwards = (x - 330) / 50  # -1 at the outer corner, 1 at the inner
                reach = (0.0088 if upper else 0.0048) * look.get("length", 1)
                reach *= 1 - 0.28 * max(inwards, 0) - 0.12 * abs(inwards)
                reach *= random.uniform(0.75, 1.1)
                sideways = -side * inwards * 0.45 + random.normal(0, 0.07)
                out = unit(np.array([sideways, -1.0, -0.12 if upper else -0.35]))
                bent = np.array([0, -0.15, 1.0 if upper else -0.55]) * (0.55 if upper else 0.3)
                s = np.linspace(0, 1, 8)[:, None]
                made.append(root + reach * (out * s * 0.85 + bent * s**2))
    return np.array(made)


def whiskers(body, look, random):
    """A beard, moustache and soul patch; `length` in metres at the chin."""
    x, y = body.chart_x, body.chart_y
    aside = np.abs(x - 500)
    grows = smoothstep(-6, 14, y - np.interp(aside, *BEARD_TOP))
    grows *= smoothstep(0, 25, np.interp(aside, *BEARD_END) - y)
    grows *= (1 - body.lips(5)) * body.is_body * smoothstep(0.055, 0.02, body.rest[:, 1])
    grows[body.lips(7) * (body.rest[:, 1] < -0.045) > 0.25] = 0
    grows *= 1 - np.exp(-(((x - 500) / 10) ** 2)) * (y < 668) * 0.6  # the philtrum
    beside_chin = ((body.mirrored_x - 545) / 30) ** 2 + ((y - 790) / 26) ** 2
    grows *= 1 - np.exp(-beside_chin) * 0.75

    quads = body.quads[body.is_body[body.quads[:, 0]]]
    corners = body.points[quads]
    diagonals = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    area = np.linalg.norm(np.cross(*diagonals), axis=1) / 2 * grows[quads].mean(1)
    count = look["count"]
    quads = quads[random.choice(len(quads), count, p=area / area.sum())]
    u, v = random.random((2, count))
    weight = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], 1)
    at = lambda values: (values[quads] * weight[..., None]).sum(1)
    root, normal, rest = at(body.points), unit(at(body.normals)), at(body.rest)
    dense = (grows[quads] * weight).sum(1)

    outwards = np.sign(root[:, 0]) * 0.25 * np.minimum(np.abs(root[:, 0]) / 0.02, 1)
    fall = np.stack([outwards, np.full(count, -0.25), np.full(count, -1.0)], 1)
    fall += random.normal(0, 0.22, (count, 3))
    fall = unit(fall - (fall * normal).sum(1, keepdims=True) * normal)
    low = np.interp(
        (body.crown - 0.14 - rest[:, 2]) / 0.0002 + 500,
        [480, 620, 720, 860, 960],
        [0.45, 0.7, 0.75, 1.1, 0.9],
    )
    reach = look["length"] * random.uniform(0.55, 1.15, count) * low * (0.4 + 0.6 * dense)
    s = np.linspace(0, 1, 6)[None, :, None]
    rise = normal[:, None] * s * look.get("stand", 0.55) + fall[:, None] * s**1.3 * 0.85
    return root[:, None] + reach[:, None, None] * rise
