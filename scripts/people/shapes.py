"""Meshes, tubes and strands as Blender objects."""

import bpy
import numpy as np


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
    """A surface through rows of points (m × n × 3, rest space); `closed` joins each row's ends."""
    rows = np.array(rows)
    count, length, _ = rows.shape
    index = np.arange(count * length).reshape(count, length)
    after = np.roll(index, -1, 1)
    quads = np.stack([index[:-1], after[:-1], after[1:], index[1:]], -1)
    quads = quads if closed else quads[:, :-1]
    made = mesh(name, pose(rows.reshape(-1, 3)), quads.reshape(-1, 4), material, None, None, subdivided)
    if thickness:
        thickened(made, thickness)
    return made


def tube(name, points, radius, material, closed=False):
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", radius, 3
    line = curve.splines.new("POLY")
    line.points.add(len(points) - 1)
    line.points.foreach_set("co", np.c_[points, np.ones(len(points))].ravel())
    line.use_cyclic_u = closed
    curve.materials.append(material)
    return _placed(name, curve)


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
