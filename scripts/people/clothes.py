"""Knitwear and jacket, shaped on the person's body in rest pose."""

import bpy
import numpy as np
from scipy.ndimage import gaussian_filter1d
from scipy.spatial import cKDTree

import materials
import shapes
from body import neighbours, vertex_normals

NECK_AXIS = np.array([0, 0.022])
ROUND = np.linspace(-np.pi, np.pi, 97)[:-1]  # angles round the neck, 0 in front
# Height of the neckline behind, metres, and how much it falls towards the front.
NECKLINE = {"crew": 1.452, "turtle": 1.462, "vneck": 1.452}
NECKLINE_SLOPE = 0.55
# Rows of the collar from outside to inside: (height over the neckline, distance from the neck).
CREW_COLLAR = (
    (-0.022, 0.014), (-0.020, 0.0235), (0.000, 0.0220), (0.013, 0.0180), (0.0170, 0.0125),
    (0.015, 0.0070), (0.004, 0.005),
)  # fmt: skip
TURTLE_HEIGHT = 0.055
TURTLE_COLLAR = (
    (-0.25, 0.012), (0, 0.017), (0.10, 0.021), (0.4, 0.0205), (0.75, 0.0195), (0.95, 0.0175),
    (1.02, 0.013), (0.98, 0.008), (0.6, 0.006),
)  # fmt: skip


def gap(look):
    return lambda z: np.clip((z - 1.27) * look.get("open", 0.42), 0.004, 0.2)


class Wardrobe:
    def __init__(self, body, person):
        self.body, self.person = body, person
        self.kind = person["clothes"]["kind"]
        b = body
        self.is_ear = (
            (np.abs(b.rest[:, 0]) > 0.060)
            & (b.chart_y > 320) & (b.chart_y < 680)
            & (b.rest[:, 1] > 0) & (b.rest[:, 1] < 0.075)
        )  # fmt: skip
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

    def neckline(self, x, y):
        """The height of the neckline over a place of the body."""
        z = NECKLINE[self.kind] + (y - 0.02) * NECKLINE_SLOPE
        if self.kind == "vneck":
            z = z - np.where(y < 0.02, np.maximum(0, 0.075 - np.abs(x) * 1.5), 0)
        return z

    def ring(self, over, off):
        """A smooth row round the neck, `over` the neckline."""
        z = np.full(len(ROUND), NECKLINE[self.kind])
        for _ in range(6):
            z = NECKLINE[self.kind] + (self.on_neck(ROUND, z)[:, 1] - 0.02) * NECKLINE_SLOPE
        width = 3 if self.kind == "turtle" else 2
        return gaussian_filter1d(self.on_neck(ROUND, z + over, off), width, axis=0, mode="wrap")

    def shell(self, name, keep, off, material, smoothing, edge_smoothing, folds, fold_size=0.06,
              thickness=0.003, cut=None, shaped=None, subdivided=2, over_ears=False):  # fmt: skip
        """Cloth: the part of the skin that `keep` names, smoothed, `off` metres out, folded."""
        b = self.body
        quads = b.quads[b.skin_quads[keep(b.points[b.quads[b.skin_quads]].mean(1), b.skin_quads)]]
        inner, points, count = np.unique(quads), b.points.copy(), len(b.points)
        edges, times = np.unique(
            np.sort(np.concatenate([quads[:, [k, (k + 1) % 4]] for k in range(4)]), 1),
            axis=0,
            return_counts=True,
        )
        mean, hem = neighbours(edges, count), edges[times == 1]
        along_hem, is_hem = neighbours(hem, count), np.zeros(count, bool)
        is_hem[hem.ravel()] = True
        within = inner[~is_hem[inner]]
        if over_ears:
            ears = within[self.is_ear[within]]
            for _ in range(400):
                points[ears] = mean(points)[ears]
        for _ in range(smoothing):
            points[within] += 0.5 * (mean(points) - points)[within]
        if cut is not None:
            height = cut(points[:, 0], points[:, 1])
            near = is_hem & (np.abs(points[:, 2] - height) < 0.03)
            points[near, 2] = height[near]
        for _ in range(edge_smoothing):
            points[is_hem] += 0.5 * (along_hem(points) - points)[is_hem]
        for _ in range(3):
            points[within] += 0.4 * (mean(points) - points)[within]
        normals = vertex_normals(points, quads)
        for _ in range(8):
            normals[inner] += 0.5 * (mean(normals) - normals)[inner]
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
        points = points + normals * np.broadcast_to(off, count)[:, None]
        if shaped is not None:
            points = shaped(points, normals)
        made = shapes.mesh(name, b.pose(points), quads, material, subdivided=subdivided)
        for kind, size, strength, middle in (
            ("CLOUDS", fold_size, folds, 0.4),
            ("MARBLE", 0.07, folds * 0.45, 0.25),
        ):
            texture = bpy.data.textures.new(f"{name} {kind}", kind)
            texture.noise_scale, texture.noise_depth = size, 1
            if kind == "MARBLE":
                texture.turbulence = 9
            modifier = made.modifiers.new("folds", "DISPLACE")
            modifier.texture, modifier.texture_coords = texture, "GLOBAL"
            modifier.strength, modifier.mid_level = strength, middle
        shapes.thickened(made, thickness)

    def top(self):
        look = self.person["clothes"]
        color = look["color"]
        fabric = materials.cloth("cloth", color)
        rib = materials.cloth("rib", tuple(c * 0.92 for c in color), "rib", bump=0.8)
        lower = 0.016 if self.kind == "crew" and "scarf" not in self.person else 0
        cut = lambda x, y: self.neckline(x, y) - lower
        shoulder = lambda c: (np.hypot(c[:, 0], c[:, 1] - 0.03) > 0.098) & (c[:, 2] < 1.50)
        self.shell(
            "top",
            lambda c, _: (c[:, 2] < cut(c[:, 0], c[:, 1]) + 0.004) | shoulder(c),
            look.get("off", 0.010),
            fabric,
            smoothing=14,
            edge_smoothing=40 if self.kind == "vneck" else 8,
            folds=look.get("folds", 0.012),
            cut=cut,
        )
        if self.kind == "crew":
            rows = [self.ring(over, off) for over, off in CREW_COLLAR]
        elif self.kind == "turtle":
            uneven = lambda t: 0.0012 * np.sin(ROUND * 5 + t * 9) + 0.001 * np.sin(ROUND * 9 - t * 6)
            rows = [self.ring(TURTLE_HEIGHT * t, off + uneven(t)) for t, off in TURTLE_COLLAR]
        else:
            return
        shapes.loft("collar", rows, rib, self.body.pose)

    def jacket(self):
        look = self.person["jacket"]
        opening = gap(look)
        collar = lambda c: NECKLINE[self.kind] - 0.016 + (c[:, 1] - 0.02) * NECKLINE_SLOPE
        in_front = lambda c: (c[:, 1] < 0.03) & (np.abs(c[:, 0]) < opening(c[:, 2]))
        self.shell(
            "jacket",
            lambda c, _: (c[:, 2] < collar(c) + 0.004) & ~in_front(c),
            look.get("off", 0.02),
            materials.cloth("jacket", look["color"], "weave", bump=0.6),
            smoothing=26,
            edge_smoothing=60,
            folds=0.014,
            fold_size=0.1,
            thickness=0.004,
        )

    def hidden_skin(self, quads):
        """Which quads of the skin lie under clothes for certain."""
        centre = self.body.points[quads].mean(1)
        hidden = centre[:, 2] < self.neckline(centre[:, 0], centre[:, 1]) - 0.026
        if "scarf" in self.person:
            around = np.hypot(centre[:, 0], centre[:, 1] - 0.03)
            hidden |= (centre[:, 2] < 1.45) | ((centre[:, 2] < 1.52) & (around > 0.078))
        return hidden

    def dress(self):
        self.top()
        if "jacket" in self.person:
            self.jacket()
