/** One whole person: head, hair, clothes and light, as meshes and strands in front of the camera. */
import { buildEar, buildHead, type Face, type Head } from './head.ts';
import { given, smooth, type V3 } from './math.ts';
import { computeNormals, type Mesh } from './mesh.ts';
import { surfaces, type Look } from './paint.ts';
import { bust, caruncle, eyeball, teeth, type Body } from './parts.ts';
import { Camera, render, type Light, type Picture, type Strand } from './render.ts';

export interface Pose {
  /** Degrees: turned to the person's left, bent forward, tilted to the person's left. */
  yaw: number;
  pitch: number;
  roll: number;
  /** Where the eyes look, against the camera, in degrees. */
  gaze: readonly [number, number];
}
/** What grows on the head or is worn on it, before the head is turned. */
export interface Worn {
  onHead: Mesh[];
  onBody: Mesh[];
  hair: Strand[];
}
export interface Person {
  id: string;
  name: string;
  seed: number;
  face: Face;
  look: Look;
  body: Body;
  pose: Pose;
  ears: boolean;
  teeth?: number;
  wear(head: Head, person: Person): Worn;
  key: V3;
  lights: Light[];
  /** Share of the width at which the head stands, and how many centimetres the picture spans. */
  centre: number;
  span: number;
  /** The scenery behind, by share of width and height, in linear light. */
  scene: (size: number) => Float32Array;
}

const PIVOT: V3 = [0, -8, -4];
const RAD = Math.PI / 180;

export function turner(pose: Pose): (p: V3) => V3 {
  const [sy, cy] = [Math.sin(pose.yaw * RAD), Math.cos(pose.yaw * RAD)];
  const [sp, cp] = [Math.sin(pose.pitch * RAD), Math.cos(pose.pitch * RAD)];
  const [sr, cr] = [Math.sin(pose.roll * RAD), Math.cos(pose.roll * RAD)];
  return (p) => {
    let [x, y, z] = [p[0] - PIVOT[0], p[1] - PIVOT[1], p[2] - PIVOT[2]];
    [x, z] = [x * cy + z * sy, z * cy - x * sy];
    [y, z] = [y * cp - z * sp, z * cp + y * sp];
    [x, y] = [x * cr - y * sr, y * cr + x * sr];
    return [x + PIVOT[0], y + PIVOT[1], z + PIVOT[2]];
  };
}
/** How much a point of the body turns with the head. */
const followed = (y: number): number => smooth(-13, -6, y);

const turnMesh = (mesh: Mesh, turn: (p: V3) => V3, share: (y: number) => number): Mesh => {
  const p = mesh.position;
  for (let v = 0; v < p.length; v += 3) {
    const s = share(p[v + 1] ?? 0);
    if (s === 0) continue;
    const q = turn([p[v] ?? 0, p[v + 1] ?? 0, p[v + 2] ?? 0]);
    for (let c = 0; c < 3; c++) p[v + c] = (p[v + c] ?? 0) + (given(q[c]) - (p[v + c] ?? 0)) * s;
  }
  computeNormals(mesh);
  return mesh;
};

export function draw(
  person: Person,
  size: number,
  levels: number,
): { picture: Picture; eyes: [number, number][] } {
  const { face, pose } = person;
  const head = buildHead(face, levels);
  const turn = turner(pose);
  const worn = person.wear(head, person);
  // The eyes aim at the camera whatever the head does.
  const aim = (): V3 => {
    const [gx, gy] = pose.gaze;
    const yaw = -pose.yaw + gx;
    const pitch = pose.pitch + gy;
    return [
      Math.sin(yaw * RAD),
      Math.sin(pitch * RAD),
      Math.cos(yaw * RAD) * Math.cos(pitch * RAD),
    ];
  };
  const onHead: Mesh[] = [
    head.skin,
    ...head.eyeballs.map((ball, k) => eyeball(ball, aim(), given(head.lids[k]))),
    ...head.lids.map(({ upper }, k) => caruncle(given(upper.at(-1)), k === 0 ? -1 : 1)),
    ...(person.ears ? [buildEar(face, 1), buildEar(face, -1)] : []),
    ...(person.teeth === undefined ? [] : teeth(head.mouth, person.teeth, face)),
    ...worn.onHead,
  ];
  for (const mesh of onHead) turnMesh(mesh, turn, () => 1);
  const onBody = [bust(person.body, face), ...worn.onBody];
  for (const mesh of onBody) turnMesh(mesh, turn, followed);
  for (const { points } of worn.hair)
    for (let v = 0; v < points.length; v += 3) {
      const p: V3 = [given(points[v]), given(points[v + 1]), given(points[v + 2])];
      const q = turn(p);
      const s = smooth(-16, -7, p[1]);
      for (let c = 0; c < 3; c++) points[v + c] = (p[c] ?? 0) + (given(q[c]) - (p[c] ?? 0)) * s;
    }
  const camera = new Camera(size, person.span, [person.centre, 0.405], turn([0, 2.62, 3.8])[1]);
  const picture = render(
    camera,
    [...onHead, ...onBody],
    worn.hair,
    person.lights,
    surfaces(person.look),
    person.key,
    person.seed,
  );
  const eyes = head.lids.map(({ upper, lower }): [number, number] => {
    const all = [...upper, ...lower];
    const ends = [given(upper[0]), given(upper.at(-1))];
    void all;
    const c: V3 = [0, 1, 2].map(
      (k) => (given(given(ends[0])[k]) + given(given(ends[1])[k])) / 2,
    ) as V3;
    const q = turn(c);
    const [x, y] = camera.project(...q);
    return [x / size, y / size];
  });
  return { picture, eyes };
}
