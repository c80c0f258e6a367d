"""Clothes: cut to the body with arms spread, fallen in a simulation, with collars laid on them."""

import numpy as np
from scipy.ndimage import gaussian_filter1d
from scipy.spatial import cKDTree

import materials
import shapes
from body import neighbours, smoothstep, vertex_normals

NECK_AXIS = np.array([0, 0.022])
ROUND = np.linspace(-np.pi, np.pi, 193)[:-1]  # angles round the neck, 0 in front
# Height of the neckline behind, metres, how much it falls towards the front, and a V's depth.
NECKLINES = {
    "crew": (1.452, 0.55, 0), "tee": (1.450, 0.6, 0), "turtle": (1.462, 0.55, 0), "vneck": (1.452, 0.55, 0.075),
    "round": (1.447, 0.85, 0), "shirt": (1.460, 0.60, 0),
}  # fmt: skip
HIGHEST_CLOTH, LOWEST_CLOTH = 0.015, 1.08  # over the neckline; above the floor
# Rows of a neckband from its seam to its inner side: (share of the width, metres over the cloth).
NECKBAND = (
    (1.05, -0.003), (1.0, 0.0012), (0.85, 0.0028), (0.45, 0.0034), (0.1, 0.0028), (-0.06, 0.0008),
    (-0.04, -0.004), (0.2, -0.007),
)  # fmt: skip
NECKBANDS = {"crew": 0.022, "tee": 0.015, "vneck": 0.018, "round": 0.006}  # widths, metres
# A shirt's placket, metres wide: (share of the width, share of its height over the cloth).
PLACKET = 0.030
PLACKET_ROWS = ((0, -1), (0, 1), (0.14, 0.9), (0.2, 1), (0.8, 1), (0.86, 0.9), (1, 1), (1, -1))
OPEN_DOWN = 0.036  # from the neckline to the first button that is closed
JACKET_OFF = 0.011  # metres over the top
LAPEL = 0.080  # metres at the widest
LAPEL_ROWS = (
    (0.08, -0.004), (-0.03, 0.001), (0, 0.0048), (0.1, 0.0060), (0.5, 0.0046), (0.88, 0.0036), (0.92, 0.0030),
    (0.96, 0.0035), (1, 0.0032), (1, -0.001),
)  # fmt: skip
V_FROM = 1.6  # the angle round the neck at which a V begins
TURTLE_HEIGHT = 0.055


TURTLE_COLLAR = (
    (-0.25, 0.012), (0, 0.017), (0.10, 0.021), (0.4, 0.0205), (0.75, 0.0195), (0.95, 0.0175),
    (1.02, 0.013), (0.98, 0.008), (0.6, 0.006),
)  # fmt: skip
def from_end(angle):
    """How far the angles of a row are from the nearer of its ends."""
    return np.minimum(angle - angle[0], angle[-1] - angle)


class Surface:
    """Cloth as it hangs: fine points, quads and normals, on which collars and bands are laid."""

    def __init__(self, points, quads):
        self.points, self.quads = points, quads
        self.normals = vertex_normals(points, quads)
        self.tree = cKDTree(points)

    def foot(self, points):
        """The nearest places of the cloth, and the normals there."""
        distance, index = self.tree.query(points, k=8)
        weight = np.exp(-(((distance - distance[:, :1]) / 0.004) ** 2))[..., None]
        weight /= weight.sum(1, keepdims=True)
        normal = (self.normals[index] * weight).sum(1)
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
        middle = (self.points[index] * weight).sum(1)
        return points - normal * ((points - middle) * normal).sum(1, keepdims=True), normal

    def laid(self, points, off):
        foot, normal = self.foot(points)
        return foot + normal * np.broadcast_to(off, len(foot))[:, None]

    def over(self, points, least):
        """The points, those nearer to the cloth than `least` metres or inside it moved out."""
        foot, normal = self.foot(points)
        height = ((points - foot) * normal).sum(1, keepdims=True)
        return points + normal * np.maximum(least - height, 0)

    def front(self, x, z):
        """The places of the chest at x and z."""
        chest = self.points[self.normals[:, 1] < -0.1]
        distance, index = cKDTree(chest[:, [0, 2]]).query(np.stack([x, z], 1), k=8)
        weight = np.exp(-((distance / 0.004) ** 2)) + 1e-9
        depth = (chest[index, 1] * weight).sum(1) / weight.sum(1)
        return np.stack([x, depth, z], 1)

    def away(self, curve, distance, off=0.0, closed=True):
        """A curve on the cloth moved sideways on it, to the right of its course, and out by `off`."""
        ends = np.concatenate([curve[-1:], curve, curve[:1]]) if closed else curve
        course = np.gradient(ends, axis=0)[1:-1] if closed else np.gradient(ends, axis=0)
        course /= np.linalg.norm(course, axis=1, keepdims=True)
        side = np.cross(course, self.foot(curve)[1])
        return self.laid(curve + side * np.broadcast_to(distance, len(curve))[:, None], off)

    def uv(self):
        """Metres across and down, along directions that few places in a portrait face."""
        x, y, z = (self.points - [0, self.points[:, 1].min(), 0]).T
        return np.stack([x + 0.7 * np.sign(x) * np.maximum(y - 0.08, 0), z + 0.7 * y], 1)


class Wardrobe:
    def __init__(self, body, person):
        self.body, self.person = body, person
        self.kind = person["clothes"]["kind"]
        b = body
        around = np.hypot(b.points[:, 0], b.points[:, 1] - 0.02)
        z = b.points[:, 2]
        neck = b.points[b.is_body & (z > 1.36) & (z < 1.56) & (around < 0.16) & (b.rest[:, 2] < 1.545)]
        angle = np.arctan2(neck[:, 0], -(neck[:, 1] - NECK_AXIS[1]))
        self.neck_radius = np.hypot(neck[:, 0], neck[:, 1] - NECK_AXIS[1])
        self.neck_tree = cKDTree(self.cylinder(angle, neck[:, 2]))

    @staticmethod
    def cylinder(angle, z):
        return np.stack([np.cos(angle) * 0.07, np.sin(angle) * 0.07, z], 1)

    def on_neck(self, angle, z, off=0):
        """Points round the neck, `off` metres from the skin."""
        distance, index = self.neck_tree.query(self.cylinder(angle, z), k=8)
        weight = np.exp(-((distance / 0.012) ** 2)) + 1e-6
        radius = (self.neck_radius[index] * weight).sum(1) / weight.sum(1) + off
        return np.stack([np.sin(angle) * radius, NECK_AXIS[1] - np.cos(angle) * radius, z], 1)

    def neckline(self, y):
        """The height of the neckline over a place of the body, without a V."""
        height, slope, _ = NECKLINES[self.kind]
        return height + (y - 0.02) * slope

    def ring(self, over, off):
        """A smooth row round the neck, `over` the neckline."""
        at = self.on_neck(ROUND, np.full(len(ROUND), NECKLINES[self.kind][0]))
        for _ in range(6):
            at = self.on_neck(ROUND, self.neckline(at[:, 1]))
        return gaussian_filter1d(self.on_neck(ROUND, at[:, 2] + over, off), 5, axis=0, mode="wrap")

    def edge(self, surface):
        """The neckline on the cloth, straight down to its point in front if it is a V."""
        line, depth = surface.laid(self.ring(0, 0.005), 0), NECKLINES[self.kind][2]
        if depth:
            front = np.abs(ROUND) < V_FROM
            share, side = np.abs(ROUND[front]) / V_FROM, np.where(ROUND[front] < 0, -V_FROM, V_FROM)
            shoulder = self.at_angles(line, side)
            point = line[len(line) // 2, 2] - depth
            height = point + (shoulder[:, 2] - point) * share
            line[front] = surface.front(shoulder[:, 0] * share, height)
            line = gaussian_filter1d(line, 1.5, axis=0, mode="wrap")
        return line

    def hung(self, loose, stiffness):
        """A top cut to the body with arms spread, `loose` metres wider, then fallen with the arms."""
        b = self.body
        quads = b.quads[b.is_body[b.quads[:, 0]]]
        centre, rest = b.spread[quads].mean(1), b.rest[quads].mean(1)
        below = self.neckline(centre[:, 1]) - centre[:, 2]
        shoulder = (np.hypot(centre[:, 0], centre[:, 1] - 0.03) > 0.098) & (centre[:, 2] < 1.50)
        cut = quads[
            ((below > -HIGHEST_CLOTH) | shoulder)
            & (centre[:, 2] > LOWEST_CLOTH)
            & (np.abs(centre[:, 0]) < 0.44)
        ]
        solid = quads[(rest[:, 2] > 1.0) & (rest[:, 2] < 1.51) & (np.abs(rest[:, 0]) < 0.6)]
        inner, points = np.unique(cut), b.spread.copy()
        mean = neighbours(np.concatenate([cut[:, [k, (k + 1) % 4]] for k in range(4)]), len(points))
        for _ in range(14):
            points[inner] += 0.5 * (mean(points) - points)[inner]
        normals = vertex_normals(points, cut)
        for _ in range(8):
            normals[inner] += 0.5 * (mean(normals) - normals)[inner]
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
        below = self.neckline(points[:, 1]) - points[:, 2]
        near = np.hypot(points[:, 0], points[:, 1] - 0.03) < 0.13
        off = 0.005 + (loose - 0.005) * np.where(near, smoothstep(0.01, 0.07, below), 1)
        points = points + normals * off[:, None]
        pins = near & (below < 0.03)
        points = shapes.draped(points, cut, pins, b.spread, b.points, solid, stiffness)
        seen = (points[cut][:, :, 2] > 1.2).all(1)
        return Surface(*shapes.finer(points, cut[seen]))

    def show(self, name, surface, kept, material, thickness):
        quads = surface.quads[kept[surface.quads].all(1)]
        uv = surface.uv()[quads]
        shapes.thickened(shapes.mesh(name, self.body.pose(surface.points), quads, material, uv), thickness)

    def top(self):
        look = self.person["clothes"]
        color = look["color"]
        weave = look.get("weave", "knit")
        fabric = materials.cloth("cloth", color, weave)
        rib = materials.cloth("rib", tuple(c * 0.94 for c in color), look.get("rib", "rib"), bump=0.8)
        surface = self.hung(look.get("loose", 0.016), look.get("stiffness", 0.5))
        self.surface = surface
        line = self.edge(surface)
        if self.kind == "shirt":
            self.shirt(surface, line, fabric)
            return
        self.show("top", surface, self.outside(surface, line) > 0.003, fabric, 0.002)
        if self.kind in NECKBANDS:
            width = NECKBANDS[self.kind]
            rows = [surface.away(line, share * width, off) for share, off in NECKBAND]
            shapes.loft("neckband", rows, rib, self.body.pose)
        elif self.kind == "turtle":
            uneven = lambda t: 0.0012 * np.sin(ROUND * 5 + t * 9) + 0.001 * np.sin(ROUND * 9 - t * 6)
            rows = [self.ring(TURTLE_HEIGHT * t, off + uneven(t)) for t, off in TURTLE_COLLAR]
            shapes.loft("collar", rows, rib, self.body.pose)

    @staticmethod
    def outside(surface, line, closed=True):
        """How far each point of the cloth is from the neckline, metres; less than 0 inside."""
        distance, nearest = cKDTree(line).query(surface.points)
        sides = surface.away(line, 0.01, closed=closed) - line
        return np.where(((surface.points - line[nearest]) * sides[nearest]).sum(1) > 0, distance, -distance)

    def shirt(self, surface, line, fabric):
        """A shirt open to its second button: its front edges part there and turn into the collar."""
        top = line[len(line) // 2, 2]
        low = top - OPEN_DOWN
        parted = self.person["clothes"].get("parted", 0.021)  # half the gap at the neck, metres
        edge = lambda z: np.maximum(0, z - low) * (parted / OPEN_DOWN + PLACKET / 2 / OPEN_DOWN) - PLACKET / 2
        x, y, z = surface.points.T
        covered = (y > 0.03) | (np.abs(x) > edge(z) + 0.006) | (z < low)
        self.show("shirt", surface, covered & (self.outside(surface, line) > -0.004), fabric, 0.001)
        in_front = np.abs(ROUND) < 1.2
        for side, lift in ((1, 0.0026), (-1, 0.0010)):
            rows = []
            for share, off in PLACKET_ROWS:
                highest = np.interp(side * (parted + share * PLACKET), line[in_front, 0], line[in_front, 2])
                z = np.linspace(1.22, highest, 60)
                rows.append(surface.laid(surface.front(side * (edge(z) + share * PLACKET), z), lift * off))
            rows = np.swapaxes(rows, 0, 1)[::-side]
            shapes.loft("placket", rows, fabric, self.body.pose, closed=False, subdivided=1)
        for down in (-0.004, 0.076, 0.156):
            self.button(surface, surface.front(np.zeros(1), np.array([low - down]) - 0.008))
        start = np.interp(parted, line[in_front, 0], ROUND[in_front])
        angle = np.linspace(start, 2 * np.pi - start, 121)
        seam = self.at_angles(line, angle)
        behind = (1 - np.cos(angle)) / 2
        fold = self.on_neck(angle, seam[:, 2] + 0.020 + 0.014 * behind, 0.017 - 0.006 * behind)
        fold = gaussian_filter1d(fold, 3, axis=0, mode="nearest")
        self.collar(surface, seam, fold, 0.014 + 0.038 * np.exp(-((from_end(angle) / 0.55) ** 2)), fabric)

    @staticmethod
    def at_angles(line, angle):
        """The places of a row round the neck at some angles."""
        return np.stack([np.interp(angle, ROUND, axis, period=2 * np.pi) for axis in line.T], 1)

    def collar(self, surface, seam, fold, reach, fabric, thickness=0.0014, notch=0):
        """
        A stand from the seam up to the fold, and a leaf from there to `reach` metres over the seam;
        the leaf's ends are cut back by `notch` places of the seam.
        """
        out = fold - [0, NECK_AXIS[1], 0]
        out *= [1, 1, 0]
        out /= np.linalg.norm(out, axis=1, keepdims=True)
        stand = [surface.laid(seam, -0.001), seam * 0.5 + fold * 0.5 + out * 0.001, fold]
        places = np.linspace(notch, len(seam) - 1 - notch, len(seam))
        cut = np.stack([np.interp(places, np.arange(len(seam)), axis) for axis in seam.T], 1)
        hem = surface.away(cut, reach, 0.004, closed=False)
        leaf = [fold, fold + out * 0.0012 + [0, 0, 0.0016]]
        for share in (0.05, 0.12, 0.25, 0.45, 0.65, 0.85, 0.93, 1):
            row = fold * (1 - share) + hem * share + out * 0.0065 * np.sin(np.pi * share) ** 0.7
            leaf.append(surface.over(row, 0.0026 if share == 0.93 else 0.0034))
        for name, rows in (("stand", stand), ("leaf", leaf)):
            shapes.loft(name, rows, fabric, self.body.pose, closed=False, thickness=thickness)

    def button(self, surface, at):
        """A button with a rim and four holes, on the cloth."""
        foot, normal = surface.foot(at)
        right = np.cross(normal, [0, 0, 1])
        right /= np.linalg.norm(right)
        up = np.cross(right, normal)
        turn = np.linspace(0, 2 * np.pi, 25)[:-1, None]
        disc = (
            lambda middle, radius, off: middle
            + radius * (np.cos(turn) * right + np.sin(turn) * up)
            + normal * off
        )
        pearl = materials.plain("button", "clothes", (0.75, 0.73, 0.68), rough=0.3)
        dark = materials.plain("hole", "clothes", (0.02, 0.02, 0.02), rough=0.8)
        profile = ((0.0056, 0), (0.0056, 0.0044), (0.0048, 0.0049), (0.0041, 0.0041), (0.0001, 0.0040))
        shapes.loft("button", [disc(foot, *row) for row in profile], pearl, self.body.pose, subdivided=1)
        for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            middle = foot + (right * x + up * y) * 0.0012
            rows = [disc(middle, radius, 0.0042) for radius in (0.0006, 0.0001)]
            shapes.loft("hole", rows, dark, self.body.pose, subdivided=0)

    def jacket(self):
        """A jacket over the top, with a collar and lapels that meet in a notch."""
        look, top = self.person["jacket"], self.surface
        fabric = materials.cloth("jacket", look["color"], look.get("weave", "twill"), bump=0.6)
        edges = np.concatenate([top.quads[:, [k, (k + 1) % 4]] for k in range(4)])
        mean, points = neighbours(edges, len(top.points)), top.points
        for _ in range(60):
            points = mean(points)
        points = top.over(points, 0)
        surface = Surface(points + vertex_normals(points, top.quads) * JACKET_OFF, top.quads)
        line = self.ring(0, 0.005)
        height = np.linspace(1.20, line[len(line) // 2, 2], 60)
        parted = 0.010 + (height - 1.20) * look.get("parted", 0.24)
        left, right = (surface.front(side * parted, height) for side in (1, -1))
        angle = np.linspace(1.35, 2 * np.pi - 1.35, 90)
        behind = surface.away(self.at_angles(surface.laid(line, 0), angle), 0.004, closed=False)
        roll = np.concatenate([left, behind, right[::-1]])
        way = np.r_[0, np.cumsum(np.linalg.norm(np.diff(roll, axis=0), axis=1))]
        steps = np.linspace(0, way[-1], 301)
        roll = np.stack([np.interp(steps, way, axis) for axis in roll.T], 1)
        roll = surface.laid(gaussian_filter1d(roll, 6, axis=0, mode="nearest"), 0)
        kept = self.outside(surface, roll, closed=False) > 0.004
        self.show("jacket", surface, kept, fabric, 0.003)
        gorge = int(np.argmax(roll[:, 2] > height[-1] - 0.004))
        width = LAPEL * np.linspace(0, 1, gorge) ** 0.8
        for part, widths in ((roll[:gorge], width), (roll[-gorge:], width[::-1])):
            rows = [surface.away(part, share * widths, off, closed=False) for share, off in LAPEL_ROWS]
            shapes.loft("lapel", rows, fabric, self.body.pose, closed=False)
        seam = roll[gorge - 2 : len(roll) - gorge + 2]
        ends = from_end(np.linspace(0, 1, len(seam)))
        lift = 0.026 * smoothstep(0, 0.3, ends)
        fold = seam + lift[:, None] * [0, 0, 1] + (surface.foot(seam)[1] * 0.005)
        self.collar(surface, seam, fold, 0.044 - 0.016 * smoothstep(0, 0.3, ends), fabric, 0.0022, notch=7)

    def hidden_skin(self, quads):
        """Which quads of the skin lie under clothes for certain."""
        centre = self.body.points[quads].mean(1)
        depth = NECKLINES[self.kind][2] * (centre[:, 1] < 0.03) - np.abs(centre[:, 0])
        hidden = centre[:, 2] < self.neckline(centre[:, 1]) - 0.026 - np.maximum(depth, 0)
        if self.kind == "shirt":
            hidden &= (np.abs(centre[:, 0]) > 0.07) | (centre[:, 1] > 0.03) | (centre[:, 2] < 1.30)
        if "scarf" in self.person:
            around = np.hypot(centre[:, 0], centre[:, 1] - 0.03)
            hidden |= (centre[:, 2] < 1.45) | ((centre[:, 2] < 1.52) & (around > 0.078))
        return hidden

    def dress(self):
        self.top()
        if "jacket" in self.person:
            self.jacket()
