import people from '../../resources/people/people.json' with { type: 'json' };
import { hasSharedPhoto } from './harness.ts';
import { expect, sharedTest as test } from './test.ts';

/** In percent of the width; a tenth of the distance between the eyes. */
const EYE_TOLERANCE = 1.5;

/** In percent of the width. */
const kenjisEye = people.find(({ id }) => id === 'kenji')?.eyes[0]?.[0] ?? 0;

/** A fair and a dark face. */
const IN_SMOKE_RUN = ['mara', 'amara'];

for (const { id, name, file, eyes } of people) {
  test(
    `${name} is found by the unmodified detector and the landmarks fit`,
    { tag: IN_SMOKE_RUN.includes(id) ? '@smoke' : [] },
    async ({ enginePage }) => {
      const analysis = await enginePage.evaluate(async (path) => {
        const { engine, file } = window.harness;
        return engine.analyse(await file(path));
      }, `people/${file}`);
      expect(analysis.faces).toHaveLength(1);
      const [face] = analysis.faces;
      if (!face) throw new Error('no face');
      expect(face.score).toBeGreaterThanOrEqual(0.75);
      expect(face.presence).toBeGreaterThanOrEqual(0.9);
      expect(analysis.notes).toEqual([]);
      face.eyes.forEach(([x, y], k) => {
        const [ex = 0, ey = 0] = eyes[k] ?? [];
        expect(Math.hypot(x * 100 - ex, y * 100 - ey)).toBeLessThan(EYE_TOLERANCE);
      });
    },
  );
}

test('an astronaut is found, with the note that the photo is small', async ({ enginePage }) => {
  test.skip(!hasSharedPhoto('astronaut.png'), 'astronaut.png is not on this machine');
  const analysis = await enginePage.evaluate(async () => {
    const { engine, file } = window.harness;
    return engine.analyse((await engine.importPhoto(await file('photos/astronaut.png'))).photo);
  });
  expect(analysis.faces).toHaveLength(1);
  expect(analysis.notes).toEqual(['small']);
});

test('a cat is refused', async ({ enginePage }) => {
  test.skip(!hasSharedPhoto('chelsea.png'), 'chelsea.png is not on this machine');
  const code = await enginePage.evaluate(async () => {
    const { engine, errorCode, file } = window.harness;
    const { photo } = await engine.importPhoto(await file('photos/chelsea.png'));
    return engine.analyse(photo).then(() => 'taken', errorCode);
  });
  expect(code).toBe('photo-no-face');
});

test('a picture without anyone is refused', async ({ enginePage }) => {
  const code = await enginePage.evaluate(async () => {
    const { engine, errorCode } = window.harness;
    const canvas = new OffscreenCanvas(600, 400);
    const context = canvas.getContext('2d');
    context?.fillRect(200, 100, 150, 150);
    return engine.analyse(await canvas.convertToBlob()).then(() => 'taken', errorCode);
  });
  expect(code).toBe('photo-no-face');
});

test('a face that fills a twelfth of the picture is found by looking closer', async ({
  enginePage,
}) => {
  const analysis = await enginePage.evaluate(async () => {
    const { engine, file, ground } = window.harness;
    const context = ground(2000, 1400, '#7d8c99');
    const kenji = await createImageBitmap(await file('people/kenji.webp'));
    context.drawImage(kenji, 1200, 300, 400, 400);
    return engine.analyse(await context.canvas.convertToBlob());
  });
  expect(analysis.faces).toHaveLength(1);
  expect(analysis.faces[0]?.eyes[0][0]).toBeCloseTo((1200 + 4 * kenjisEye) / 2000, 2);
  expect(analysis.notes).toContain('small');
});

test('two people are both found, the larger first, and have portraits of their own', async ({
  enginePage,
}) => {
  const { analysis, apart } = await enginePage.evaluate(async () => {
    const { engine, file, ground } = window.harness;
    const context = ground(1600, 900, '#7d8c99');
    context.drawImage(await createImageBitmap(await file('people/kenji.webp')), 0, 200, 700, 700);
    context.drawImage(await createImageBitmap(await file('people/mara.webp')), 700, 0, 900, 900);
    const analysis = await engine.analyse(await context.canvas.convertToBlob());
    const portrait = await engine.portrait(analysis, { face: 1 });
    const apart: number[] = [];
    for (const face of [0, 1])
      apart.push((await engine.compare(analysis, portrait, { face, thumb: 64 })).distance ?? 1);
    return { analysis, apart };
  });
  expect(analysis.faces).toHaveLength(2);
  expect(analysis.faces[0]?.eyes[0][0]).toBeGreaterThan(0.5);
  expect(analysis.notes).toContain('several-faces');
  expect(analysis.faces[1]?.notes).toContain('several-faces');
  const [other = 0, own = 1] = apart;
  expect(own).toBeLessThan(other / 4);
});
