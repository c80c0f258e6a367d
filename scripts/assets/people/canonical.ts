/**
 * The generic face: the 468 points in centimetres and their triangles that MediaPipe's face
 * geometry module compares faces with. It ships inside `@mediapipe/face_mesh` (Apache-2.0), which
 * the engine depends on anyway.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ASSETS = fileURLToPath(
  new URL(
    '../../../node_modules/@mediapipe/face_mesh/face_mesh_solution_packed_assets.data',
    import.meta.url,
  ),
);
/** Where face_mesh_solution_packed_assets_loader.js finds geometry_pipeline_metadata_landmarks.binarypb. */
const [START, END] = [3_737_848, 3_757_224];

export interface CanonicalFace {
  /** x to the person's left, y up, z to the viewer. */
  readonly points: readonly (readonly [number, number, number])[];
  readonly triangles: readonly (readonly [number, number, number])[];
}

/** Reads the protocol buffer by hand: https://protobuf.dev/programming-guides/encoding/ */
function fields(bytes: Buffer): { id: number; wire: number; value: number; data: Buffer }[] {
  const found: { id: number; wire: number; value: number; data: Buffer }[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes.readUInt8(at++);
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const wire = key & 7;
    let value = 0;
    let data = bytes.subarray(at, at);
    if (wire === 0) value = varint();
    else if (wire === 2) {
      const length = varint();
      data = bytes.subarray(at, at + length);
      at += length;
    } else if (wire === 5) {
      data = bytes.subarray(at, at + 4);
      at += 4;
    } else throw new Error(`wire type ${String(wire)}`);
    found.push({ id: key >>> 3, wire, value, data });
  }
  return found;
}

export function canonicalFace(): CanonicalFace {
  const message = fields(readFileSync(ASSETS).subarray(START, END));
  const mesh = message.find(({ data }) => data.length > 1000);
  if (!mesh) throw new Error('no mesh in the assets of @mediapipe/face_mesh');
  const floats: number[] = [];
  const indices: number[] = [];
  for (const { id, wire, value, data } of fields(mesh.data)) {
    if (id === 3 && wire === 5) floats.push(data.readFloatLE(0));
    if (id === 3 && wire === 2)
      for (let k = 0; k < data.length; k += 4) floats.push(data.readFloatLE(k));
    if (id === 4 && wire === 0) indices.push(value);
    if (id === 4 && wire === 2) {
      let number = 0;
      let shift = 0;
      for (const byte of data) {
        number += (byte & 127) * 2 ** shift;
        shift += 7;
        if (byte < 128) {
          indices.push(number);
          number = shift = 0;
        }
      }
    }
  }
  const points: [number, number, number][] = [];
  for (let k = 0; k + 4 < floats.length; k += 5)
    points.push([floats[k] ?? 0, floats[k + 1] ?? 0, floats[k + 2] ?? 0]);
  const triangles: [number, number, number][] = [];
  for (let k = 0; k + 2 < indices.length; k += 3)
    triangles.push([indices[k] ?? 0, indices[k + 1] ?? 0, indices[k + 2] ?? 0]);
  return { points, triangles };
}
