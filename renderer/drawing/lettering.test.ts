import { expect, it } from 'vitest';

import type { Words } from '../core/banners/plan.ts';
import type { Scene } from './grounds.ts';
import { write } from './lettering.ts';

/** A context over stripes that no ink can be read on, which records what is painted. */
function recorder(): { readonly context: unknown; readonly painted: string[] } {
  const painted: string[] = [];
  const nothing = (): void => undefined;
  const context = {
    getTransform: () => ({ a: 1 }),
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      data: Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) =>
        i % 4 === 3 || (i >> 4) % 2 === 0 ? 255 : 0,
      ),
    }),
    save: nothing,
    restore: nothing,
    translate: nothing,
    scale: nothing,
    fillRect: () => painted.push('patch'),
    fillText: (text: string) => painted.push(text),
  };
  return { context, painted };
}

const line = (part: Words['part'], y: number): Words => ({
  part,
  face: 'text',
  size: 20,
  align: 'left',
  rightToLeft: false,
  box: { x: 10, y, width: 80, height: 20 },
  lines: [{ text: part, x: 10, baseline: y + 16 }],
});

it('no patch below a text veils another text', () => {
  const { context, painted } = recorder();
  const scene = {
    context,
    plan: { layout: 'dots', width: 400, height: 200, rules: [] },
    palette: { dark: [10, 10, 20], paper: [250, 248, 240] },
    ground: new Uint8ClampedArray(4 * 64).fill(128),
  } as unknown as Scene;
  write(scene, [line('name', 20), line('tagline', 50), line('links', 80)], {});
  expect(painted.slice(-3)).toEqual(['name', 'tagline', 'links']);
  expect(painted.slice(0, -3).length).toBeGreaterThan(3);
  expect(new Set(painted.slice(0, -3))).toEqual(new Set(['patch']));
});
