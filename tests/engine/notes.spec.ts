import type { PhotoNote } from '../../renderer/core/photo-notes.ts';
import people from '../../resources/people/people.json' with { type: 'json' };
import { animatedWebp } from './corpus/containers.ts';
import { bytesOf, hasSharedPhoto } from './harness.ts';
import type { Scene } from './page/scene.ts';
import { expect, sharedTest as test } from './test.ts';

const EDGE = 1024;

interface Treatment {
  readonly scene: (file: string) => Scene;
  /** Notes that must be given. */
  readonly says: readonly PhotoNote[];
  /** Notes that may be given, too; all others must not. */
  readonly may?: readonly PhotoNote[];
}

const whole = (file: string, edge: number, filter?: string): Scene => ({
  width: edge,
  height: edge,
  people: [{ file, x: 0, y: 0, edge }],
  ...(filter === undefined ? {} : { filter }),
});
/** A square part of the portrait: corner (x, y) and edge `share`, as fractions of its edge. */
const part = (file: string, x: number, y: number, share: number): Scene => ({
  width: EDGE,
  height: EDGE,
  people: [{ file, x: (-x / share) * EDGE, y: (-y / share) * EDGE, edge: EDGE / share }],
});

/** Ways to treat a portrait, and the notes that each must bring. */
const TREATMENTS: Readonly<Record<string, Treatment>> = {
  'as it is': { scene: (file) => whole(file, EDGE), says: [] },
  'slightly soft': { scene: (file) => whole(file, EDGE, 'blur(2px)'), says: [] },
  'out of focus': { scene: (file) => whole(file, EDGE, 'blur(4px)'), says: ['blurred'] },
  'far out of focus': { scene: (file) => whole(file, EDGE, 'blur(8px)'), says: ['blurred'] },
  'in dim light': { scene: (file) => whole(file, EDGE, 'brightness(0.6)'), says: [] },
  'in the dark': { scene: (file) => whole(file, EDGE, 'brightness(0.35)'), says: ['dark'] },
  'at night': { scene: (file) => whole(file, EDGE, 'brightness(0.2)'), says: ['dark'] },
  overexposed: { scene: (file) => whole(file, EDGE, 'brightness(2.5)'), says: ['bright'] },
  'without colour': { scene: (file) => whole(file, EDGE, 'grayscale(1)'), says: [] },
  tilted: {
    scene: (file) => ({
      width: EDGE,
      height: EDGE,
      people: [{ file, x: -148, y: -148, edge: 1320, turn: 20 }],
    }),
    // Its corners cut the shoulders.
    says: ['close'],
  },
  small: { scene: (file) => whole(file, 400), says: ['small'] },
  'far away': {
    scene: (file) => ({
      width: 3200,
      height: 2000,
      ground: '#7d8c99',
      people: [{ file, x: 1200, y: 700, edge: 700 }],
    }),
    says: ['far-away'],
    may: ['small'],
  },
  // The frame has to come closer, or to leave the chin or the hair out.
  'without a shoulder': { scene: (file) => part(file, 0.25, 0, 0.75), says: ['close'] },
  'without a neck': { scene: (file) => part(file, 0.1, 0, 0.76), says: ['close'] },
  'without the forehead': { scene: (file) => part(file, 0.15, 0.3, 0.7), says: ['cut-off'] },
  'without a cheek': {
    scene: (file) => part(file, 0.42, 0.1, 0.58),
    says: ['cut-off'],
    may: ['turned'],
  },
};

/** A real photo, enlarged to the drawn faces' size; softer than those, but good. */
const ASTRONAUT = { file: 'photos/astronaut.png', scale: 3 };

for (const [name, { scene, says, may = [] }] of Object.entries(TREATMENTS)) {
  test(`a portrait ${name} gets ${says.length === 0 ? 'no note' : says.join(' and ')}`, async ({
    enginePage,
  }) => {
    // Untreated: everybody; treated: a fair, a dark and a bearded face.
    const files = people
      .filter(({ id }) => name === 'as it is' || ['mara', 'amara', 'rafael'].includes(id))
      .map(({ file }) => `people/${file}`);
    const notes = await enginePage.evaluate(
      async (scenes) => {
        const { drawScene, engine, errorCode } = window.harness;
        const found: Record<string, readonly string[]> = {};
        for (const [file, scene] of scenes) {
          const photo = await (
            await drawScene(scene)
          ).convertToBlob({ type: 'image/jpeg', quality: 0.92 });
          const analysis = await engine.analyse(photo).catch(errorCode);
          found[file] = typeof analysis === 'string' ? [analysis] : analysis.notes;
          if (typeof analysis !== 'string') engine.release(analysis);
        }
        return found;
      },
      files.map((file) => [file, scene(file)] as const),
    );
    for (const [file, said] of Object.entries(notes)) {
      expect
        .soft(
          said.filter((note) => !may.some((other) => other === note)),
          file,
        )
        .toEqual(says);
    }
  });
}

test('a real photo gets no note, until it is blurred or darkened', async ({ enginePage }) => {
  test.skip(!hasSharedPhoto('astronaut.png'), 'astronaut.png is not on this machine');
  const notes = await enginePage.evaluate(async ({ file, scale }) => {
    const { drawScene, engine } = window.harness;
    const edge = 512 * scale;
    const said = async (filter?: string): Promise<readonly string[]> => {
      const canvas = await drawScene({
        width: edge,
        height: edge,
        people: [{ file, x: 0, y: 0, edge }],
        ...(filter === undefined ? {} : { filter }),
      });
      const analysis = await engine.analyse(
        await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 }),
      );
      engine.release(analysis);
      return analysis.notes;
    };
    return {
      plain: await said(),
      soft: await said('blur(1px)'),
      blurred: await said('blur(4px)'),
      dim: await said('brightness(0.6)'),
      dark: await said('brightness(0.3)'),
      bright: await said('brightness(1.8)'),
    };
  }, ASTRONAUT);
  expect(notes).toEqual({
    plain: [],
    soft: [],
    blurred: ['blurred'],
    dim: [],
    dark: ['dark'],
    bright: ['bright'],
  });
});

test('an animated picture gets a note when it is opened', async ({ enginePage }) => {
  const still = await enginePage.evaluate(
    async (scene) => {
      const { base64, drawScene } = window.harness;
      return base64(await (await drawScene(scene)).convertToBlob({ type: 'image/webp' }));
    },
    whole('people/mara.webp', 512),
  );
  const frame = bytesOf(still);
  const moving = Buffer.from(animatedWebp([frame, frame], 512, 512)).toString('base64');
  const notes = await enginePage.evaluate(
    async (files) => {
      const { engine } = window.harness;
      const found: (readonly string[])[] = [];
      for (const file of files) {
        const bytes = await (await fetch(`data:image/webp;base64,${file}`)).blob();
        const { analysis } = await engine.openPhoto(bytes);
        engine.release(analysis);
        found.push(analysis.notes.filter((note) => note === 'animated'));
      }
      return found;
    },
    [still, moving],
  );
  expect(notes).toEqual([[], ['animated']]);
});
