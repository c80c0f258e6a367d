import type { PhotoNote } from '../../renderer/core/photo-notes.ts';
import type { FaceFound } from '../../renderer/ports/engine.ts';
import { minutes } from '../support/timeouts.ts';
import { BASE_SCENE, corpus, type Base, type Case } from './corpus/cases.ts';
import { bytesOf } from './harness.ts';
import { expect, test } from './test.ts';

/** No picture may keep the user waiting longer, whatever is in it. */
const TIMEOUT_MS = 30_000;
/** As a fraction of the picture; a twelfth of the distance between the eyes. */
const EYE_TOLERANCE = 0.015;

/** The outcome for a file: an error code, or the imported photo with the faces in it. */
interface Outcome {
  readonly code?: string;
  readonly size?: readonly [number, number];
  readonly colour?: readonly number[];
  /** Leftovers of the file's metadata in the imported photo. */
  readonly traces: readonly string[];
  readonly later?: string;
  readonly faces?: readonly FaceFound[];
  readonly notes?: readonly PhotoNote[];
}

test('each of the hostile and odd pictures gives the right picture or the right sentence @long', async ({
  enginePage: page,
}) => {
  test.setTimeout(minutes(10));
  const drawn = await page.evaluate(async (scene) => {
    const { drawScene, av1Frame, base64, pixels } = window.harness;
    const canvas = await drawScene(scene);
    const encoded = async (type: string, quality?: number): Promise<string> =>
      base64(await canvas.convertToBlob({ type, ...(quality === undefined ? {} : { quality }) }));
    const { data } = await pixels(await canvas.convertToBlob());
    const av1 = await av1Frame(canvas);
    return {
      rgba: await base64(new Blob([data])),
      png: await encoded('image/png'),
      jpeg: await encoded('image/jpeg', 0.9),
      webp: await encoded('image/webp', 0.8),
      losslessWebp: await encoded('image/webp', 1),
      av1: av1 ? await base64(new Blob([av1 as Uint8Array<ArrayBuffer>])) : undefined,
    };
  }, BASE_SCENE);
  const base: Base = {
    pixels: { width: BASE_SCENE.width, height: BASE_SCENE.height, data: bytesOf(drawn.rgba) },
    png: bytesOf(drawn.png),
    jpeg: bytesOf(drawn.jpeg),
    webp: bytesOf(drawn.webp),
    losslessWebp: bytesOf(drawn.losslessWebp),
    av1: drawn.av1 === undefined ? undefined : bytesOf(drawn.av1),
  };
  const cases = corpus(base);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  expect(cases.length).toBeGreaterThan(60);

  const stray: string[] = [];
  page.on('framenavigated', (frame) => stray.push(`navigated to ${frame.url()}`));
  page.on('request', (request) => {
    if (request.url().includes('stolen')) stray.push(request.url());
  });
  let served: Uint8Array = new Uint8Array();
  await page.route('**/corpus', (route) =>
    route.fulfill({ body: Buffer.from(served), contentType: 'application/octet-stream' }),
  );

  const tryOut = async ({ file, type, expected }: Case): Promise<Outcome> => {
    if (file instanceof Uint8Array) served = file;
    const look =
      !('refused' in expected) &&
      (expected.sameFace ?? expected.faces ?? expected.refusedLater) !== undefined;
    return page.evaluate(
      async ({ scene, type, look, timeoutMs }) => {
        const { drawScene, engine, errorCode, file: load, pixels } = window.harness;
        const file = scene
          ? await (await drawScene(scene)).convertToBlob({ type: 'image/jpeg', quality: 0.92 })
          : new Blob([await load('/corpus')], { type });
        const signal = AbortSignal.timeout(timeoutMs);
        const imported = await engine.importPhoto(file, { signal }).catch(errorCode);
        if (typeof imported === 'string') return { code: imported, traces: [] };
        const { photo, width, height } = imported;
        const { data } = await pixels(photo);
        const text = new TextDecoder('latin1').decode(await photo.arrayBuffer());
        const report = {
          size: [width, height] as const,
          colour: [...data.slice(0, 3)],
          traces: ['Exif', 'CC0\0', 'eXIf', 'xmpmeta', 'script', 'secret', 'Adobe'].filter((word) =>
            text.includes(word),
          ),
        };
        if (!look) return report;
        const analysis = await engine.analyse(photo, { signal }).catch(errorCode);
        if (typeof analysis === 'string') return { ...report, later: analysis };
        engine.release(analysis);
        return { ...report, faces: analysis.faces, notes: analysis.notes };
      },
      {
        scene: file instanceof Uint8Array ? undefined : file,
        type: type ?? 'application/octet-stream',
        look,
        timeoutMs: TIMEOUT_MS,
      },
    );
  };

  const reference = await tryOut({
    name: 'reference',
    file: base.png,
    expected: { taken: [1, 1], sameFace: true },
  });
  const eyes = [...(reference.faces?.[0]?.eyes.flat() ?? [])];
  expect(eyes).toHaveLength(4);

  for (const each of cases) {
    await test.step(each.name, async () => {
      const outcome = await tryOut(each);
      const { expected } = each;
      if ('refused' in expected) {
        expect.soft(outcome.code, each.name).toBe(expected.refused);
        return;
      }
      expect.soft(outcome, each.name).toMatchObject({ size: expected.taken, traces: [] });
      if (expected.refusedLater) expect.soft(outcome.later, each.name).toBe(expected.refusedLater);
      if (expected.sameFace) {
        expect.soft(outcome.faces?.length ?? outcome.later, each.name).toBe(1);
        const off = eyes.map((place, i) =>
          Math.abs(place - (outcome.faces?.[0]?.eyes.flat()[i] ?? 9)),
        );
        expect.soft(Math.max(...off), `${each.name}: eyes`).toBeLessThan(EYE_TOLERANCE);
      }
      if (expected.faces !== undefined)
        expect.soft(outcome.faces?.length ?? outcome.later, each.name).toBe(expected.faces);
      if (expected.colour) {
        const off = expected.colour.map((value, i) =>
          Math.abs(value - (outcome.colour?.[i] ?? -99)),
        );
        expect
          .soft(Math.max(...off), `${each.name}: ${String(outcome.colour)}`)
          .toBeLessThanOrEqual(4);
      }
    });
  }

  // After all that, the same worker still renders an avatar.
  const after = await page.evaluate(async () => {
    const { engine, file, workers } = window.harness;
    const analysis = await engine.analyse(await file('people/mara.webp'));
    const { picture } = await engine.render(
      analysis,
      { style: 'realistic', background: 'none', seed: 1, options: {}, engine: 1 },
      { size: 256, format: 'png' },
    );
    return { type: picture.type, workers: workers.length };
  });
  expect(after).toEqual({ type: 'image/png', workers: 1 });
  expect(stray).toEqual([]);
});
