"""
A person's body: the Vitruvian mesh with the person's morphs, turned into the person's pose.

Lengths are metres, z is up, the face looks along -y. "Rest" is the mesh without morphs; places on
the face are named there in chart units of 0.2 mm: (500, 500) lies in the middle, 14 cm under the
crown; x grows to the person's left, y downwards.
"""

import math
from pathlib import Path

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

CHART_UNIT = 0.0002
CHART_DEPTH = 0.14
NECK_PIVOT = np.array([0, 0.035, 1.53])
# The neck twists between these heights. What lies before the throat belongs to the head from lower
# on: the skull and the jaw turn as one.
NECK = (1.45, 1.545)
THROAT = -0.035  # y from the pivot
JAW_SLOPE = 0.5
# The mesh stands with arms spread; people stand with arms down and shoulders that slope.
SHOULDER = np.array([0.165, 0.085, 1.40])
ARM_TURN = math.radians(34)
SHOULDER_FALL = np.array([0, -0.010, -0.014])

# Connected parts of the mesh, in the order of their first points.
BODY = 1
EYES = ((0, 3), (4, 2))  # (eyeball with cornea, iris), the left eye first

# Outline of the closed lips, in chart units.
LIPS = [
    (619, 717), (570, 676), (532, 659), (500, 664), (468, 659), (430, 676),
    (381, 717), (430, 755), (465, 769), (500, 770), (535, 769), (570, 755),
]  # fmt: skip

# Morphs that make one face differ from another of the same age and origin.
BONES = [
    "Nose_Potrusion", "Nose_NoseHeight", "Nose_NostrilSize", "Nose_BridgeProminence",
    "Nose_Tip_Potrusion", "Nose_NasalBone", "Nose_BottomFlatness", "Jaw_Width", "Jaw_Mandible",
    "Jaw_Mandible_GonialAngle", "Jaw_Definition", "Chin_Width", "Chin_Height", "Chin_Portrusion",
    "Cheeks_UpperCheek_Bone", "Cheeks_BuccalFat", "Cheeks_BoneDefinition", "Face_Zygomatic_Bone",
    "Face_Puffy", "Face_Maxilla", "Eyes_Distance", "Eyes_EyelidsAngle", "Eyes_Eyelid_hooded",
    "Eyes_EyelidsCrease", "Mouth_Lips_Length",
    "Mouth_Lips_BottomLipDepth", "Mouth_Lips_UpperLipArch", "Mouth_Lips_UpperAngle",
    "Mouth_PhiltrumHeight", "Ears_Potrusion", "Ears_Height", "Ears_Lobe",
    "Head_FrontalBoneFlatness", "Head_TemporalLines", "Face_FrontalBone",
]  # fmt: skip
BONE_SPREAD = 0.4
MOST_BONE = 0.9


def smoothstep(start, end, x):
    t = np.clip((x - start) / (end - start), 0, 1)
    return t * t * (3 - 2 * t)


def vertex_normals(points, quads):
    triangles = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
    a, b, c = (points[triangles[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    sums = np.zeros_like(points)
    for corner in range(3):
        np.add.at(sums, triangles[:, corner], normal)
    return sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12)


def neighbours(edges, count):
    """The mean of each vertex's neighbours, as a function of values per vertex."""
    ones = np.ones(2 * len(edges))
    ends = (np.r_[edges[:, 0], edges[:, 1]], np.r_[edges[:, 1], edges[:, 0]])
    matrix = coo_matrix((ones, ends), shape=(count, count)).tocsr()
    degree = np.maximum(np.asarray(matrix.sum(1)).ravel(), 1)
    return lambda values: (matrix @ values) / degree[:, None]


def inside_polygon(x, y, corners, soft):
    """1 inside a polygon, 0 outside, smooth over `soft` on both sides of its edge."""
    corners = np.array(corners, float)
    points = np.stack([x, y], 1)
    inside = np.zeros(len(points), bool)
    distance = np.full(len(points), np.inf)
    for a, b in zip(corners, np.roll(corners, -1, 0)):
        crosses = (a[1] > y) != (b[1] > y)
        inside ^= crosses & (x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1] + 1e-12) + a[0])
        t = np.clip(((points - a) @ (b - a)) / ((b - a) @ (b - a)), 0, 1)
        distance = np.minimum(distance, np.linalg.norm(points - a - t[:, None] * (b - a), axis=1))
    return smoothstep(-soft, soft, np.where(inside, distance, -distance))


class Body:
    def __init__(self, person, data):
        self.data = data
        self.rest = np.load(data / "vit/morphs/L1/Default.npy").astype(float)
        self.quads = np.load(data / "vit/faces.npy").astype(int)
        edges = np.concatenate([self.quads[:, [k, (k + 1) % 4]] for k in range(4)])
        joined = coo_matrix((np.ones(len(edges)), edges.T), shape=(len(self.rest),) * 2)
        self.part = connected_components(joined, directed=False)[1]
        unwrapped = np.load(Path(__file__).parent / "uv.npz")
        self.skin_quads = unwrapped["quads"].astype(int)  # indexes of the quads that have a uv
        self.uv = unwrapped["uv"] / 65535  # of those: n × 4 × 2, in MakeHuman's layout
        self.crown = self.rest[:, 2].max()
        self.chart_x = self.rest[:, 0] / CHART_UNIT + 500
        self.chart_y = (self.crown - CHART_DEPTH - self.rest[:, 2]) / CHART_UNIT + 500
        self.mirrored_x = np.abs(self.chart_x - 500) + 500
        self.is_body = self.part == BODY

        self.points = self.rest.copy()
        for name, weight in self.weights(person).items():
            self.points += weight * self.morph(name)
        self.spread = self.points
        self.points = self.with_arms_down()
        self.normals = vertex_normals(self.points, self.quads)

        # Hair and clothes hang on the upper body.
        self.upper = np.where(self.is_body & (self.rest[:, 2] > 1.25))[0]
        self.nearest = cKDTree(self.rest[self.upper])
        turn = person["pose"]
        self.angles = [math.radians(turn.get(key, 0)) for key in ("torso", "head", "tilt", "pitch")]
        self.posed = self.pose(self.points)

    @staticmethod
    def weights(person):
        """The person's own morphs, and bones drawn at random from the person's seed."""
        random = np.random.default_rng(person["seed"] * 13)
        weights = {"Generic_Assymetry": float(random.uniform(-0.12, 0.12)), **person["morphs"]}
        for bone in BONES:
            drawn = float(np.clip(random.normal(0, BONE_SPREAD), -MOST_BONE, MOST_BONE))
            weights[bone] = weights.get(bone, 0) + drawn * person.get("bones", 1)
        return weights

    def morph(self, name):
        for level in ("L2", "L3"):
            sparse = self.data / f"vit/morphs/{level}/{name}.npz"
            dense = self.data / f"vit/morphs/{level}/{name}.npy"
            if dense.exists():
                return np.load(dense).astype(float)
            if sparse.exists():
                stored = np.load(sparse)
                moved = np.zeros_like(self.rest)
                moved[stored["idx"]] = stored["delta"]
                return moved
        raise FileNotFoundError(f"no morph is called {name}")

    def with_arms_down(self):
        """The points with the arms turned down and the shoulders fallen."""
        aside = np.abs(self.rest[:, 0])
        x, y, z = self.spread.T
        side = np.sign(self.rest[:, 0])
        angle = ARM_TURN * smoothstep(0.13, 0.25, aside)
        out, up = x * side - SHOULDER[0], z - SHOULDER[2]
        cos, sin = np.cos(angle), np.sin(angle)
        out, up = cos * out + sin * up, cos * up - sin * out
        turned = np.stack([side * (out + SHOULDER[0]), y, up + SHOULDER[2]], 1)
        fallen = smoothstep(0.05, 0.17, aside) * smoothstep(1.51, 1.46, self.rest[:, 2])
        return turned + fallen[:, None] * SHOULDER_FALL

    def on_skin(self, points):
        """For places near the rest body: the nearest morphed vertex and its normal, n × 3 each."""
        _, index = self.nearest.query(points)
        vertex = self.upper[index]
        return self.points[vertex], self.normals[vertex]

    def moved_with_skin(self, points):
        """Places near the rest body, moved as the morphs move the skin under them."""
        distance, index = self.nearest.query(points, k=6)
        weight = 1 / (distance + 0.002)
        weight /= weight.sum(1, keepdims=True)
        vertex = self.upper[index]
        return points + ((self.points - self.rest)[vertex] * weight[:, :, None]).sum(1)

    def pose(self, points):
        """The torso turned, the head turned back to the camera, tilted and pitched at the neck."""
        torso, head, tilt, pitch = self.angles
        shape = points.shape
        moved = points.reshape(-1, 3) - NECK_PIVOT * [1, 1, 0]
        x, y, z = moved.T
        share = smoothstep(*NECK, z + JAW_SLOPE * np.maximum(THROAT - y, 0))  # 1: as the head
        cos, sin = np.cos(torso + (head - torso) * share), np.sin(torso + (head - torso) * share)
        x, y, z = cos * x - sin * y, sin * x + cos * y, z - NECK_PIVOT[2]
        cos, sin = np.cos(tilt * share), np.sin(tilt * share)
        x, z = cos * x + sin * z, cos * z - sin * x
        cos, sin = np.cos(pitch * share), np.sin(pitch * share)
        y, z = cos * y - sin * z, sin * y + cos * z
        return (np.stack([x, y, z], 1) + NECK_PIVOT).reshape(shape)

    def chart_point(self, x, y):
        """The rest surface at a place of the chart, seen from the front."""
        at_x = (x - 500) * CHART_UNIT
        at_z = self.crown - CHART_DEPTH - (y - 500) * CHART_UNIT
        front = np.where(self.is_body & (self.rest[:, 1] < -0.03))[0]
        distance = np.hypot(self.rest[front, 0] - at_x, self.rest[front, 2] - at_z)
        near = np.argsort(distance)[:6]
        weight = 1 / (distance[near] + 1e-5)
        depth = (self.rest[front[near], 1] * weight).sum() / weight.sum()
        return np.array([at_x, depth, at_z])

    def lips(self, soft):
        return inside_polygon(self.chart_x, self.chart_y, LIPS, soft)

    def strands(self, name):
        """Guide strands of a hairstyle, each k × 3, in the rest body's space."""
        stored = np.load(self.data / f"vit/hairstyles/{name}.npz")
        counts, points = stored["cnt"].astype(int), stored["data"].astype(float)
        ends = np.cumsum(counts)
        return [points[end - n : end] for n, end in zip(counts, ends) if n > 2]
