import { boxMean, plane, type Plane } from './planes.ts';

/** Labels 4-connected areas of `inside` pixels from 1 on; gives labels and each label's pixel count. */
export function label(
  inside: Uint8Array,
  width: number,
  height: number,
): { labels: Int32Array; sizes: number[] } {
  const labels = new Int32Array(width * height);
  const sizes = [0];
  const stack = new Int32Array(width * height);
  let depth = 0;
  let name = 0;
  const visit = (at: number): void => {
    if (inside[at] !== 1 || labels[at] !== 0) return;
    labels[at] = name;
    stack[depth] = at;
    depth += 1;
  };
  for (let start = 0; start < labels.length; start += 1) {
    if (inside[start] !== 1 || labels[start] !== 0) continue;
    name = sizes.length;
    let size = 0;
    visit(start);
    while (depth > 0) {
      depth -= 1;
      const at = stack[depth] as number;
      const x = at % width;
      size += 1;
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (at >= width) visit(at - width);
      if (at < labels.length - width) visit(at + width);
    }
    sizes.push(size);
  }
  return { labels, sizes };
}

/** 1 where `is` holds. `Uint8Array.from` with a function would go through an iterator, ten times slower. */
function marked(data: Float32Array, is: (value: number) => boolean): Uint8Array {
  const marks = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 1) if (is(data[i] as number)) marks[i] = 1;
  return marks;
}

/** Share of the person's pixels below which a gap is a mistake of the network, not the crook of an arm. */
const HOLE = 0.012;

/** How far from the person the mask may be in doubt, in its pixels; farther off a faint value is a ghost. */
const DOUBT = 8;

/** Takes away what is not within `DOUBT` of the marked pixels. */
function banish({ width, height, data }: Plane, inside: Uint8Array): void {
  const near = plane(width, height);
  for (let i = 0; i < data.length; i += 1) near.data[i] = inside[i] as number;
  boxMean(near, DOUBT, near, plane(width, height));
  for (let i = 0; i < data.length; i += 1) if ((near.data[i] as number) < 1e-4) data[i] = 0;
}

/**
 * Mends a network's mask in place: areas without a face (a lamp taken for a person, a hand of a
 * passer-by) are taken away, small holes are closed. `faces` are points inside faces, in pixels of
 * the mask. Gives the number of pixels of the person.
 */
export function mend(mask: Plane, faces: readonly (readonly [number, number])[]): number {
  const { width, height, data } = mask;
  const inside = marked(data, (value) => value > 0.4);
  const people = label(inside, width, height);
  const kept = new Set<number>();
  for (const [x, y] of faces) {
    const name =
      people.labels[
        Math.min(height - 1, Math.max(0, Math.round(y))) * width +
          Math.min(width - 1, Math.max(0, Math.round(x)))
      ];
    if (name) kept.add(name);
  }
  const largest = Math.max(0, ...[...kept].map((name) => people.sizes[name] ?? 0));
  // A shoulder behind a lock of hair may be apart from the head: large pieces stay.
  people.sizes.forEach((size, name) => {
    if (name > 0 && size > largest * 0.2) kept.add(name);
  });
  let count = 0;
  for (let i = 0; i < data.length; i += 1) {
    const name = people.labels[i] ?? 0;
    if (name > 0 && kept.has(name)) count += 1;
    else if (name > 0) {
      inside[i] = 0;
      data[i] = 0;
    }
  }
  banish(mask, inside);

  const gaps = label(
    marked(data, (value) => value <= 0.6),
    width,
    height,
  );
  const open = new Set<number>();
  for (let x = 0; x < width; x += 1)
    open.add(gaps.labels[x] ?? 0).add(gaps.labels[(height - 1) * width + x] ?? 0);
  for (let y = 0; y < height; y += 1)
    open.add(gaps.labels[y * width] ?? 0).add(gaps.labels[y * width + width - 1] ?? 0);
  for (let i = 0; i < data.length; i += 1) {
    const name = gaps.labels[i] ?? 0;
    if (name > 0 && !open.has(name) && (gaps.sizes[name] ?? 0) < count * HOLE) data[i] = 1;
  }
  return count;
}
