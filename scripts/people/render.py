"""
Renders one person: blender -b --python render.py -- NAME DATA OUT SIZE SAMPLES
Leaves in OUT/NAME linear passes (EXR): image with coverage, albedo and normal for denoising, and
what each pixel shows (`cast.PARTS`); and `eyes.json`, the eyes' centres in percent.
"""

import json
import sys
from pathlib import Path

import bpy
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Quaternion, Vector
from scipy.spatial import cKDTree

sys.path.insert(0, str(Path(__file__).parent))
import hair
import materials
import shapes
import worn
from body import EYES, Body, smoothstep
from cast import PARTS
from clothes import Wardrobe
from crowd import person as person_of

SKIES = "/usr/share/blender/datafiles/studiolights/world"


def blob(body, x, y, width, height):
    """A soft spot on both sides of the face, in chart units."""
    off = ((body.mirrored_x - x) / width) ** 2 + ((body.chart_y - y) / height) ** 2
    return np.exp(-off) * smoothstep(0, -0.03, body.rest[:, 1])


# Where the face ends below: chart y by distance from the middle.
JAW = ((0, 150, 250, 330, 400), (880, 860, 800, 700, 640))


def scalp_roots(body):
    return np.array([strand[0] for strand in body.strands("Combover_zoro_d")])


def skin_map(body, person):
    """What the skin material reads at each point, 0 to 1."""
    front = body.rest[:, 1] < -0.045
    lids = cKDTree(body.points[np.isin(body.part, [ball for ball, _ in EYES])])
    ears = smoothstep(0.06, 0.075, np.abs(body.rest[:, 0]))
    ears *= (np.abs(body.chart_y - 500) < 150) * smoothstep(-0.01, 0.02, body.rest[:, 1])
    blood = blob(body, 660, 520, 75, 60) * 0.8 + blob(body, 500, 530, 55, 50) * 0.9
    blood += blob(body, 500, 850, 60, 40) * 0.35 + ears * 0.8
    scalp = smoothstep(0.013, 0.004, cKDTree(scalp_roots(body)).query(body.rest)[0]) * body.is_body
    if person.get("hair", {}).get("parted"):
        scalp = scalp * smoothstep(1.708, 1.722, body.rest[:, 2])
    below = body.chart_y - np.interp(np.abs(body.chart_x - 500), *JAW)
    return {
        "face": smoothstep(8, -8, below),
        "lip": body.lips(7) * front,
        "wet": np.exp(-((lids.query(body.points)[0] / 0.0013) ** 2)) * front,
        "blood": blood,
        "under": blob(body, 665, 425, 55, 22),
        "scalp": scalp,
        "freckled": blob(body, 640, 470, 110, 80) + blob(body, 500, 470, 90, 60) + 0.35,
    }


def add_skin(body, person, wardrobe, texture):
    quads = body.quads[body.skin_quads]
    shown = ~wardrobe.hidden_skin(quads)
    if "scarf" in person:
        shown &= ~worn.ears(body)[quads].any(1)
    shapes.mesh(
        "body",
        body.posed,
        quads[shown],
        materials.skin(person["skin"], texture),
        body.uv[shown],
        skin_map(body, person),
        subdivided=2,
    )


def add_eyes(body, person, camera, textures, name):
    """Eyes that look at the camera; returns their centres, 2 × 3."""
    white = materials.eyeball(textures / "sclera.png", person.get("white", 0.8))
    iris = materials.iris(textures / f"{name}-iris.png")
    centres = []
    for ball, inner in EYES:
        is_ball = body.part == ball
        rest = (body.rest[is_ball].min(0) + body.rest[is_ball].max(0)) / 2
        off = body.rest - rest
        uv = off[:, [0, 2]] / 0.03 + 0.5
        off_axis = np.hypot(off[:, 0], off[:, 2])
        middle = body.points[is_ball].mean(0)
        centre = body.posed[is_ball].mean(0)
        ahead = body.pose((middle + [0, -0.05, 0])[None])[0] - body.pose(middle[None])[0]
        turn = Vector(ahead).rotation_difference(Vector(camera - centre))
        turned = np.array(Quaternion(turn.axis, turn.angle).to_matrix())
        eye = is_ball | (body.part == inner)
        points = body.posed.copy()
        points[eye] = (points[eye] - centre) @ turned.T + centre
        for part, material, more in (
            (ball, white, {"off_axis": off_axis}),
            (inner, iris, None),
        ):
            quads = body.quads[body.part[body.quads[:, 0]] == part]
            shapes.mesh("eye", points, quads, material, uv[quads], more, subdivided=1)
        centres.append(centre)
    return np.array(centres)


def aimed(made, at, target):
    made.location = tuple(at)
    towards = Vector(target) - Vector(at)
    made.rotation_euler = towards.to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(made)


# Lamps by place: (position, width and height, watts, colour), metres; x is mirrored for `side` -1.
WARM, WHITE, COOL = (1, 0.95, 0.88), (1, 1, 1), (0.88, 0.94, 1)
LIGHT = {
    "studio": {
        "key": ((0.75, -1.5, 2.15), (0.9, 0.9), 26, WARM),
        "fill": ((-1.3, -1.6, 1.6), (1.6, 1.6), 10, COOL),
        "rim": ((-0.95, 1.05, 2.1), (0.35, 1.0), 12, WARM),
        "hair": ((0.6, 0.9, 2.5), (0.6, 0.3), 7, WHITE),
    },
    "window": {
        "key": ((1.5, -0.75, 1.75), (1.1, 1.7), 42, COOL),
        "fill": ((-1.6, -0.9, 1.5), (1.8, 1.8), 6, WARM),
        "hair": ((0.9, 0.8, 2.4), (0.8, 0.6), 9, COOL),
    },
    "office": {
        "key": ((0.5, -1.2, 2.6), (1.6, 0.9), 24, WHITE),
        "fill": ((-1.3, -1.6, 1.6), (1.6, 1.6), 9, COOL),
        "hair": ((0.2, 0.9, 2.6), (1.4, 0.4), 8, WHITE),
    },
    "street": {
        "key": ((0.6, -1.6, 2.6), (2.4, 1.8), 34, COOL),
        "rim": ((-1.0, 1.0, 2.2), (0.8, 1.2), 8, WHITE),
    },
    "garden": {
        "key": ((0.9, -1.5, 2.2), (2.2, 1.6), 26, WHITE),
        "rim": ((-0.8, 1.2, 2.3), (0.3, 0.3), 26, (1, 0.86, 0.66)),
    },
}


def add_light(look, sky, face):
    """The lamps of a place, each `look[lamp]` times as strong, and a dim sky round it."""
    side = look.get("side", -1)
    for name, (at, size, power, color) in LIGHT[look.get("place", "studio")].items():
        light = bpy.data.lights.new(name, "AREA")
        light.shape, light.energy, light.color = "RECTANGLE", power * look.get(name, 1), color
        light.size, light.size_y = size
        aimed(bpy.data.objects.new(name, light), (side * at[0], *at[1:]), face)
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    picture = world.node_tree.nodes.new("ShaderNodeTexEnvironment")
    picture.image = bpy.data.images.load(f"{SKIES}/{sky}.exr")
    background = world.node_tree.nodes["Background"]
    world.node_tree.links.new(picture.outputs[0], background.inputs[0])
    background.inputs[1].default_value = look.get("sky", 0.35)


def add_camera(look, at, eyes):
    camera = bpy.data.cameras.new("camera")
    camera.sensor_width, camera.lens = 36, look.get("lens", 150)
    camera.dof.use_dof, camera.dof.aperture_fstop = True, look.get("stop", 9)
    nearest = eyes[np.argmin(eyes[:, 1])]
    camera.dof.focus_distance = float(np.linalg.norm(nearest - at)) - 0.008  # the cornea
    made = bpy.data.objects.new("camera", camera)
    aimed(made, at, (look.get("aside", 0), 0, look.get("aim", 1.59)))
    bpy.context.scene.camera = made
    return made


def set_passes(folder):
    scene = bpy.context.scene
    layer = scene.view_layers[0]
    layer.cycles.denoising_store_passes = True
    for name in PARTS:
        if name not in layer.aovs:
            aov = layer.aovs.add()
            aov.name, aov.type = name, "COLOR"
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new("CompositorNodeRLayers")
    passes = {"Image": "image", "Denoising Albedo": "albedo", "Denoising Normal": "normal"}
    for source, name in {**passes, **{name: name for name in PARTS}}.items():
        file = tree.nodes.new("CompositorNodeOutputFile")
        file.base_path = str(folder)
        file.format.file_format, file.format.color_depth = "OPEN_EXR", "32"
        file.format.color_mode = "RGBA" if source == "Image" else "RGB"
        file.file_slots[0].path = f"{name}_"
        tree.links.new(layers.outputs[source], file.inputs[0])
    tree.links.new(layers.outputs["Image"], tree.nodes.new("CompositorNodeComposite").inputs[0])


def set_quality(size, samples):
    scene = bpy.context.scene
    render, cycles = scene.render, scene.cycles
    render.engine, render.film_transparent = "CYCLES", True
    render.resolution_x = render.resolution_y = size
    cycles.samples, cycles.use_denoising, cycles.use_adaptive_sampling = samples, False, False
    # Light goes on through many fair hairs: with four bounces, blond looks green.
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 16, 2, 12
    cycles.transmission_bounces, cycles.transparent_max_bounces = 16, 12
    cycles.sample_clamp_direct, cycles.sample_clamp_indirect = 5, 2.5
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.filter_width = 1.2
    scene.cycles_curves.shape, scene.cycles_curves.subdivisions = "RIBBONS", 2
    scene.view_settings.view_transform = "Standard"


def main():
    name, data, out, size, samples = sys.argv[sys.argv.index("--") + 1 :]
    person, data, folder = person_of(name), Path(data), Path(out) / name
    bpy.ops.wm.read_factory_settings(use_empty=True)
    random = np.random.default_rng(person["seed"])
    body = Body(person, data)
    wardrobe = Wardrobe(body, person)
    textures = Path(out) / "textures"
    add_skin(body, person, wardrobe, textures / f"{name}.png")
    # Several pictures of one person lie in folders of their own; the eyes look at the first's camera.
    shots = person.get("shots", [person])
    at = standing(shots[0].get("camera", {}))
    eyes = add_eyes(body, person, at, textures, name)
    hair.add(body, person, scalp_roots(body), random)
    wardrobe.dress()
    worn.add(body, person)
    set_quality(int(size), int(samples))
    for k, shot in enumerate(shots):
        shoot(shot, eyes, folder / str(k) if "shots" in person else folder)


def standing(look):
    return np.array([look.get("x", 0), -look.get("away", 1.62), look.get("z", 1.61)])


def shoot(shot, eyes, folder):
    """One picture in its own light, and the eyes' places."""
    folder.mkdir(parents=True, exist_ok=True)
    for made in [made for made in bpy.data.objects if made.type in ("LIGHT", "CAMERA")]:
        bpy.data.objects.remove(made)
    sky = shot["background"].get("scene", "interior")
    add_light(shot.get("light", {}), sky, eyes.mean(0))
    look = shot.get("camera", {})
    camera = add_camera(look, standing(look), eyes)
    set_passes(folder)
    bpy.context.scene.render.filepath = str(folder / "raw.png")
    bpy.ops.render.render(write_still=True)
    seen = [world_to_camera_view(bpy.context.scene, camera, Vector(eye)) for eye in eyes]
    places = sorted([round(p.x * 100, 1), round(100 - p.y * 100, 1)] for p in seen)
    (folder / "eyes.json").write_text(json.dumps(places))


if __name__ == "__main__":
    main()
