"""Meshes and strands as Blender objects."""

import bpy
import numpy as np

DRAPED_AFTER = 26  # frames


def _placed(name, data):
    made = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(made)
    return made


def mesh(name, points, quads, material, uv=None, attributes=None, subdivided=0):
    """A mesh of the points that `quads` (n × 4) name; uv per corner, attributes per point."""
    used = np.unique(quads)
    number = np.full(len(points), -1)
    number[used] = np.arange(len(used))
    data = bpy.data.meshes.new(name)
    data.from_pydata(points[used].tolist(), [], number[quads].tolist())
    data.update()
    data.polygons.foreach_set("use_smooth", [True] * len(data.polygons))
    if uv is not None:
        layer = data.uv_layers.new(name="UVMap")
        layer.data.foreach_set("uv", np.asarray(uv, np.float32).ravel())
    for key, values in (attributes or {}).items():
        attribute = data.attributes.new(key, "FLOAT", "POINT")
        attribute.data.foreach_set("value", np.asarray(values[used], np.float32))
    if material is not None:
        data.materials.append(material)
    made = _placed(name, data)
    if subdivided:
        modifier = made.modifiers.new("subdivided", "SUBSURF")
        modifier.levels = modifier.render_levels = subdivided
    return made


def thickened(made, thickness):
    modifier = made.modifiers.new("thick", "SOLIDIFY")
    modifier.thickness, modifier.offset = thickness, 1


def loft(name, rows, material, pose, closed=True, subdivided=2, thickness=0):
    """
    A surface through rows of points (m × n × 3, rest space); `closed` joins each row's ends. Its uv
    are metres along the rows and across them.
    """
    rows = np.array(rows)
    count, length, _ = rows.shape
    if closed:
        rows = np.concatenate([rows, rows[:, :1]], 1)
    index = np.arange(count * length).reshape(count, length)
    index = np.c_[index, index[:, 0]] if closed else index
    along = np.linalg.norm(np.diff(rows, axis=1), axis=2).mean(0)
    across = np.linalg.norm(np.diff(rows, axis=0), axis=2).mean(1)
    grid = np.meshgrid(np.r_[0, np.cumsum(along)], np.r_[0, np.cumsum(across)])
    corners = lambda of: np.stack([of[:-1, :-1], of[:-1, 1:], of[1:, 1:], of[1:, :-1]], -1).reshape(-1, 4)
    uv = np.stack([corners(axis) for axis in grid], -1)
    points = pose(rows[:, :length].reshape(-1, 3))
    made = mesh(name, points, corners(index), material, uv, None, subdivided)
    if thickness:
        thickened(made, thickness)
    return made


def draped(points, quads, pins, before, after, solid, stiffness):
    """
    Cloth (points, quads) that falls on a body whose points go from `before` to `after` (`solid`:
    the body's quads); `pins` holds places of the cloth. Returns the points afterwards.
    """
    scene, used = bpy.context.scene, np.unique(solid)
    body, cloth = mesh("solid", before, solid, None), mesh("falling", points, quads, None)
    body.shape_key_add(name="before")
    key = body.shape_key_add(name="after")
    key.data.foreach_set("co", after[used].astype(np.float32).ravel())
    for frame, value in ((1, 0), (14, 1)):
        key.value = value
        key.keyframe_insert("value", frame=frame)
    body.modifiers.new("solid", "COLLISION")
    body.collision.thickness_outer, body.collision.cloth_friction = 0.003, 8
    inner = np.unique(quads)
    cloth.vertex_groups.new(name="pins").add(np.where(pins[inner])[0].tolist(), 1, "REPLACE")
    falling = cloth.modifiers.new("falling", "CLOTH")
    look = falling.settings
    look.vertex_group_mass, look.quality, look.mass, look.air_damping = "pins", 4, 0.25, 2
    look.tension_stiffness = look.compression_stiffness = 20
    look.shear_stiffness, look.bending_stiffness = 8, stiffness
    falling.collision_settings.distance_min = 0.003
    falling.point_cache.frame_end = DRAPED_AFTER
    for frame in range(1, DRAPED_AFTER + 1):
        scene.frame_set(frame)
    fallen = evaluated(cloth)[0]
    scene.frame_set(1)
    for made in (body, cloth):
        bpy.data.objects.remove(made)
    result = points.copy()
    result[inner] = fallen
    return result


def evaluated(made):
    """An object's points and quads after its modifiers."""
    data = made.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
    points, corners = np.empty(len(data.vertices) * 3, np.float32), np.empty(len(data.loops), np.int32)
    data.vertices.foreach_get("co", points)
    data.loops.foreach_get("vertex_index", corners)
    return points.reshape(-1, 3).astype(float), corners.reshape(-1, 4)


def finer(points, quads):
    """The same surface with 16 quads for each."""
    made = mesh("finer", points, quads, None, subdivided=2)
    result = evaluated(made)
    bpy.data.objects.remove(made)
    return result


def strands(name, points, radius, material):
    """
    Hairs, thinner towards the tip: n × k × 3 points, `radius` at the root. A mesh of edges becomes
    curves in geometry nodes, since Blender 3.4 has no way to fill curves from Python.
    """
    count, length, _ = points.shape
    data = bpy.data.meshes.new(name)
    data.vertices.add(count * length)
    data.vertices.foreach_set("co", points.astype(np.float32).ravel())
    index = np.arange(count * length, dtype=np.int32).reshape(count, length)
    edges = np.stack([index[:, :-1].ravel(), index[:, 1:].ravel()], 1)
    data.edges.add(len(edges))
    data.edges.foreach_set("vertices", edges.ravel())
    data.update()
    taper = radius * (1 - 0.75 * np.linspace(0, 1, length) ** 2.2)
    attribute = data.attributes.new("radius_at", "FLOAT", "POINT")
    attribute.data.foreach_set("value", np.tile(taper, count).astype(np.float32))
    source = _placed(f"{name} edges", data)
    source.hide_render = True

    group = bpy.data.node_groups.new(name, "GeometryNodeTree")
    group.outputs.new("NodeSocketGeometry", "Geometry")
    node, link = group.nodes.new, group.links.new
    read = node("GeometryNodeObjectInfo")
    read.inputs["Object"].default_value = source
    curves = node("GeometryNodeMeshToCurve")
    width = node("GeometryNodeSetCurveRadius")
    stored = node("GeometryNodeInputNamedAttribute")
    stored.data_type = "FLOAT"
    stored.inputs["Name"].default_value = "radius_at"
    painted = node("GeometryNodeSetMaterial")
    painted.inputs["Material"].default_value = material
    link(read.outputs["Geometry"], curves.inputs[0])
    link(curves.outputs[0], width.inputs["Curve"])
    link(next(o for o in stored.outputs if o.enabled), width.inputs["Radius"])
    link(width.outputs[0], painted.inputs[0])
    link(painted.outputs[0], node("NodeGroupOutput").inputs[0])
    hairs = bpy.data.hair_curves.new(name)
    hairs.materials.append(material)
    _placed(name, hairs).modifiers.new("strands", "NODES").node_group = group
