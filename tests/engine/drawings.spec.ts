import { expect } from '@playwright/test';

import type { Recipe } from '../../renderer/core/avatars.ts';
import { minutes } from '../support/timeouts.ts';
import { sharedTest } from './test.ts';

/** People, grounds and styles whose pictures are drawn, and what each has a layer of. */
const CASES = [
  ['minimalist', 'amara', 'solid-color', ['clothes', 'skin', 'hair', 'eyes']],
  ['minimalist', 'rafael', 'none', ['clothes', 'skin', 'hair', 'beard', 'eyes']],
  ['comic', 'kenji', 'gradient', ['clothes', 'skin', 'hair', 'eyes']],
  // Her scarf covers her hair, and all of her clothes that are in the picture.
  ['cut-paper', 'leila', 'gradient', ['skin', 'headwear', 'eyes']],
] as const satisfies readonly (readonly [
  Recipe['style'],
  string,
  Recipe['background'],
  readonly string[],
])[];

for (const [style, person, background, layers] of CASES)
  sharedTest(
    `${person} in ${style} is an SVG of named layers that looks like the picture`,
    async ({ enginePage }) => {
      sharedTest.setTimeout(minutes(3));
      const made = await enginePage.evaluate(
        async ({ person, recipe }) => {
          const { engine, analysisOf, pixels } = window.harness;
          const analysis = await analysisOf(`people/${person}.webp`);
          const { picture } = await engine.render(analysis, recipe, { size: 1024, format: 'png' });
          const file = await engine.convert(picture, { size: 1024, format: 'svg' });
          const text = await file.text();
          const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
          const image = new Image();
          image.src = URL.createObjectURL(file);
          await image.decode();
          const shown = new OffscreenCanvas(1024, 1024).getContext('2d');
          if (!shown) throw new Error('no 2D canvas');
          shown.drawImage(image, 0, 0, 1024, 1024);
          const drawn = await shown.canvas.convertToBlob();
          const [one, other] = [(await pixels(picture)).data, (await pixels(drawn)).data];
          let [sum, count] = [0, 0];
          for (let i = 0; i < one.length; i += 1)
            if (i % 4 < 3 && (one[i - (i % 4) + 3] ?? 0) > 127) {
              sum += Math.abs((one[i] ?? 0) - (other[i] ?? 0));
              count += 1;
            }
          return {
            type: file.type,
            bytes: file.size,
            off: sum / count,
            root: root.nodeName,
            layers: [...root.children].map(({ id }) => id),
            tags: [...new Set([...root.querySelectorAll('*')].map((node) => node.nodeName))],
            attributes: [
              ...new Set(
                [...root.querySelectorAll('*')].flatMap((node) => node.getAttributeNames()),
              ),
            ].sort(),
          };
        },
        {
          person,
          recipe: { style, background, seed: 11, options: {}, engine: 1 } satisfies Recipe,
        },
      );
      expect(made.type).toBe('image/svg+xml');
      expect(made.root).toBe('svg');
      expect(made.bytes).toBeLessThanOrEqual(400_000);
      expect(made.layers).toEqual(expect.arrayContaining([...layers]));
      expect(made.layers.includes('background')).toBe(background !== 'none');
      // No text, scripts, links or styles.
      expect(made.tags).toEqual(['g', 'path']);
      expect(made.attributes).toEqual(['d', 'fill', 'id']);
      expect(made.off).toBeLessThan(6);
    },
  );
