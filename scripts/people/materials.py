"""
Blender materials by nodes. Each material also writes what it is into the passes of `cast.PARTS`, so that
a render knows exactly how much of each pixel is skin, hair, clothes and so on.
"""

import math

import bpy

from cast import PARTS


class Nodes:
    """A material that is built node by node."""

    def __init__(self, name, part=None):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.output = self.node("ShaderNodeOutputMaterial")
        if part:
            self.shows({part: 1.0})

    def shows(self, shares):
        """Writes how much of the surface shows which part."""
        for aov, parts in PARTS.items():
            inputs = {k: shares.get(part, 0.0) for k, part in enumerate(parts)}
            to = self.node("ShaderNodeOutputAOV", name=aov)
            to.name = aov
            self.feed(to.inputs["Color"], self.node("ShaderNodeCombineRGB", inputs).outputs[0])

    def node(self, kind, inputs=None, **settings):
        node = self.tree.nodes.new(kind)
        for key, value in settings.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            self.feed(node.inputs[key], value)
        return node

    def feed(self, socket, value):
        """Links another node's output, or sets a number or a colour."""
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, (tuple, list)) and len(socket.default_value) == 4:
            socket.default_value = (*value[:3], 1)
        else:
            socket.default_value = value

    def math(self, operation, *values):
        return self.node("ShaderNodeMath", dict(enumerate(values)), operation=operation).outputs[0]

    def scaled(self, a, b):
        return self.math("MULTIPLY", a, b)

    def mix(self, share, a, b, mode="MIX"):
        return self.node("ShaderNodeMixRGB", {0: share, 1: a, 2: b}, blend_type=mode).outputs[0]

    def attribute(self, name):
        return self.node("ShaderNodeAttribute", attribute_name=name).outputs["Fac"]

    def picture(self, path, **settings):
        image = bpy.data.images.load(str(path))
        return self.node("ShaderNodeTexImage", image=image, **settings).outputs[0]

    def place(self):
        """The point in the object's own space, metres."""
        return self.node("ShaderNodeTexCoord").outputs["Object"]

    def noise(self, scale, detail=2.0):
        inputs = {"Vector": self.place(), "Scale": scale, "Detail": detail}
        return self.node("ShaderNodeTexNoise", inputs).outputs[0]

    def cells(self, scale, **settings):
        inputs = {"Vector": self.place(), "Scale": scale}
        return self.node("ShaderNodeTexVoronoi", inputs, **settings).outputs["Distance"]

    def bump(self, height, strength, distance):
        inputs = {"Height": height, "Strength": strength, "Distance": distance}
        return self.node("ShaderNodeBump", inputs).outputs[0]

    def made(self, shader):
        self.tree.links.new(shader.outputs[0], self.output.inputs[0])
        return self.material


def skin(look, picture):
    """
    Skin from a flat picture of skin: mottled, redder where blood is near, wet at the lids, with
    pores as bumps. The mesh has the attributes blood, lip, under (the eyes), scalp, freckled, wet
    and face (1 from crown to jaw, 0 below).
    """
    n = Nodes("skin")
    face = n.attribute("face")
    n.shows({"face skin": face, "other skin": n.math("SUBTRACT", 1.0, face)})
    flat = n.picture(picture)
    mottle = n.scaled(n.math("SUBTRACT", n.noise(70, 4.0), 0.42), look.get("mottle", 0.35))
    colour = n.mix(mottle, flat, (0.55, 0.25, 0.2), "MULTIPLY")
    for attribute, share, tint in (
        ("blood", look.get("blood", 0.35), look.get("blood_tint", (1.0, 0.66, 0.6))),
        ("lip", look.get("lip", 0.22), look.get("lip_tint", (0.8, 0.45, 0.45))),
        ("under", look.get("under", 0.2), (0.75, 0.6, 0.7)),
    ):
        colour = n.mix(n.scaled(n.attribute(attribute), share), colour, tint, "MULTIPLY")
    if "scalp" in look:
        share, tint = look["scalp"]
        colour = n.mix(n.scaled(n.attribute("scalp"), share), colour, tint)
    if "freckles" in look:
        spots = n.math("LESS_THAN", n.cells(330), n.scaled(n.noise(45), 0.55))
        share = n.scaled(spots, n.scaled(n.attribute("freckled"), look["freckles"]))
        colour = n.mix(share, colour, (0.75, 0.5, 0.35), "MULTIPLY")

    rough = n.math("ADD", n.scaled(n.noise(160, 3.0), 0.2), look.get("rough", 0.3))
    for attribute, smoother in (("blood", 0.05), ("lip", look.get("lip_gloss", 0.12)), ("wet", 0.3)):
        rough = n.math("SUBTRACT", rough, n.scaled(n.attribute(attribute), smoother))

    pores = n.cells(1150, feature="SMOOTH_F1")
    grain = n.math("ADD", n.scaled(n.noise(2600), 0.5), n.scaled(n.noise(320, 3.0), 0.9))
    less = n.math("SUBTRACT", 1.0, n.scaled(n.attribute("lip"), 0.6))
    relief = n.node("ShaderNodeRGBToBW", {0: flat}).outputs[0]
    height = n.math(
        "ADD",
        n.scaled(n.math("ADD", pores, grain), less),
        n.scaled(relief, look.get("relief", 4.0)),
    )
    shader = n.node(
        "ShaderNodeBsdfPrincipled",
        {
            "Base Color": colour,
            "Subsurface Color": colour,
            "Subsurface": 0.85,
            "Subsurface Radius": look.get("radius", (0.0032, 0.0012, 0.0006)),
            "Roughness": n.math("MAXIMUM", rough, 0.1),
            "Specular": look.get("specular", 0.42),
            "Normal": n.bump(height, look.get("bump", 0.8), 0.0005),
        },
        subsurface_method="RANDOM_WALK",
    )
    return n.made(shader)


def iris(picture):
    n = Nodes("iris", "face skin")
    colour = n.picture(picture, extension="EXTEND")
    inputs = {"Base Color": colour, "Roughness": 0.5, "Specular": 0.2}
    return n.made(n.node("ShaderNodeBsdfPrincipled", inputs))


def glass(n, ior, roughness=0.0):
    """Clear, and reflecting more towards the edge."""
    fresnel = n.node("ShaderNodeFresnel", {"IOR": ior}).outputs[0]
    clear = n.node("ShaderNodeBsdfTransparent").outputs[0]
    mirror = n.node("ShaderNodeBsdfGlossy", {"Roughness": roughness}).outputs[0]
    return n.node("ShaderNodeMixShader", {0: fresnel, 1: clear, 2: mirror})


def eyeball(picture, white):
    """The white, clear over the iris. The mesh has the attribute `off_axis`, in metres."""
    n = Nodes("eye", "face skin")
    colour = n.mix(1.0, n.picture(picture, extension="EXTEND"), (white,) * 3, "MULTIPLY")
    ball = n.node(
        "ShaderNodeBsdfPrincipled",
        {
            "Base Color": colour,
            "Subsurface Color": colour,
            "Subsurface": 0.4,
            "Subsurface Radius": (0.002, 0.001, 0.0008),
            "Roughness": 0.08,
            "Specular": 0.6,
        },
    )
    limbus = n.node(
        "ShaderNodeMapRange",
        {0: n.attribute("off_axis"), 1: 0.0056, 2: 0.0066},
        interpolation_type="SMOOTHSTEP",
    )
    cornea = glass(n, 1.38, 0.02).outputs[0]
    return n.made(n.node("ShaderNodeMixShader", {0: limbus.outputs[0], 1: cornea, 2: ball.outputs[0]}))


def hair(name, part, look):
    """A dyed hair (`color`), or one of natural pigment (`melanin`, `redness`), each 0 to 1."""
    n = Nodes(name, part)
    inputs = {
        "Melanin": look.get("melanin", 0.8),
        "Melanin Redness": look.get("redness", 0.4),
        "Roughness": look.get("rough", 0.3),
        "Radial Roughness": look.get("radial", 0.35),
        "Random Color": look.get("varied", 0.35),
        "Random Roughness": 0.2,
        "Coat": 0.0,
        "IOR": 1.55,
        "Random": n.node("ShaderNodeHairInfo").outputs["Random"],
    }
    if "color" in look:
        inputs["Color"] = look["color"]
    kind = "COLOR" if "color" in look else "MELANIN"
    shader = n.node("ShaderNodeBsdfHairPrincipled", parametrization=kind)
    for key, value in inputs.items():
        n.feed(shader.inputs[key], value)
    return n.made(shader)


# Stitches or threads per metre, along and across.
WEAVES = {
    "knit": (250, 330), "fine knit": (420, 560), "jersey": (900, 1100), "rib": (260, 420),
    "weave": (2000, 2000), "oxford": (1500, 1500), "stripe": (1800, 1800), "twill": (800, 800),
}  # fmt: skip
KNITS = ("knit", "fine knit", "jersey")
STRIPE = 0.0065  # metres


def cloth(name, color, weave="knit", part="clothes", rough=0.85, sheen=0.5, bump=0.5):
    """Knit or woven cloth; its threads follow the mesh's uv in metres, or space without (`weave`)."""
    n = Nodes(name, part)
    tint = lambda k: tuple(min(channel * k, 0.9) for channel in color)
    wave = lambda turns: n.math("MULTIPLY_ADD", n.math("SINE", n.scaled(turns, 2 * math.pi)), 0.5, 0.5)
    axes = n.node(
        "ShaderNodeSeparateXYZ",
        {0: n.place() if weave == "weave" else n.node("ShaderNodeTexCoord").outputs["UV"]},
    ).outputs
    across, along = axes[0], axes[2 if weave == "weave" else 1]
    uneven = n.scaled(n.math("SUBTRACT", n.noise(60, 3.0), 0.5), 0.0012)
    across, along = n.math("ADD", across, uneven), n.math("ADD", along, uneven)
    columns, courses = (n.scaled(axis, number) for axis, number in zip((across, along), WEAVES[weave]))
    broad, fine = n.noise(35, 6.0), n.noise(900)
    if weave in KNITS:  # each column is a row of V
        leg = n.scaled(n.math("ABSOLUTE", n.math("SUBTRACT", n.math("FRACT", columns), 0.5)), 2.0)
        slant = n.math("SUBTRACT", courses, n.scaled(leg, 0.75))
        round_leg = n.math("SINE", n.scaled(leg, math.pi))
        threads = n.scaled(round_leg, n.math("ADD", n.scaled(wave(slant), 0.6), 0.4))
    elif weave == "rib":
        threads = n.math("ADD", n.scaled(wave(columns), 0.8), n.scaled(wave(courses), 0.2))
    elif weave == "twill":
        threads = wave(n.math("ADD", columns, courses))
    else:
        threads = n.scaled(wave(columns), wave(courses))
    colour = n.mix(n.scaled(broad, 0.3), tint(1.08), tint(0.82))
    colour = n.mix(n.scaled(fine, 0.35), colour, tint(0.6))
    colour = n.mix(n.scaled(n.math("SUBTRACT", 1.0, threads), 0.45), colour, tint(0.55))
    if weave == "oxford":
        colour = n.mix(n.scaled(n.noise(1500), 0.5), colour, (0.8, 0.8, 0.8))
    if weave == "stripe":
        line = n.math("LESS_THAN", n.math("FRACT", n.scaled(across, 1 / STRIPE)), 0.32)
        colour = n.mix(line, (0.75, 0.75, 0.74), colour)
    height = n.math("ADD", threads, n.scaled(fine, 0.4))
    inputs = {
        "Base Color": colour,
        "Roughness": rough,
        "Sheen": sheen,
        "Specular": 0.2,
        "Normal": n.bump(height, bump, 0.0024 if weave in ("knit", "rib") else 0.001),
    }
    return n.made(n.node("ShaderNodeBsdfPrincipled", inputs))


def plain(name, part, color, metallic=0.0, rough=0.25):
    n = Nodes(name, part)
    inputs = {"Base Color": color, "Metallic": metallic, "Roughness": rough}
    return n.made(n.node("ShaderNodeBsdfPrincipled", inputs))


def lens():
    n = Nodes("lens")
    return n.made(glass(n, 1.25))
