import { BACKGROUND_IDS, STYLE_IDS, type StyleId } from '../../renderer/core/styles.ts';
import type { MotionAsked } from '../../renderer/engine/motion/time.ts';
import { minutes } from '../support/timeouts.ts';
import { expect, sharedTest, test } from './test.ts';

/** Script that runs `body` for every WebGL context of the worker, as `gl`. */
const onContext = (body: string): string => `
  const open = OffscreenCanvas.prototype.getContext;
  OffscreenCanvas.prototype.getContext = function (kind, options) {
    const gl = open.call(this, kind, options);
    if (kind === 'webgl2') { ${body} }
    return gl;
  };`;

/** Script that runs `what` at the fifth draw call, which is in the middle of every avatar. */
const atFifthDraw = (what: string): string =>
  onContext(`
  const draw = gl.drawArrays;
  let draws = 0;
  gl.drawArrays = (...all) => {
    if (++draws === 5) { ${what} }
    draw.apply(gl, all);
  };`);

const LOSE = "gl.getExtension('WEBGL_lose_context').loseContext();";

const FAULTS = {
  /** The driver resets once. */
  lost: `let lost = false; ${atFifthDraw(`if (!lost) { lost = true; ${LOSE} }`)}`,
  /** The driver resets whenever it is used. */
  losing: atFifthDraw(LOSE),
  withoutWebGl: onContext('return null;'),
  withoutFloatTargets: onContext(
    "const extension = gl.getExtension; gl.getExtension = (name) => (name.startsWith('EXT_color_buffer') ? null : extension.call(gl, name));",
  ),
  /** The browser ends the worker silently. */
  silent: atFifthDraw('self.close(); for (;;) {}'),
  /** No memory for a whole picture. */
  withoutMemory: `
    const Bytes = self.Uint8ClampedArray;
    self.Uint8ClampedArray = class extends Bytes {
      constructor(...all) {
        if (all[0] === 256 * 256 * 4) throw new RangeError('Array buffer allocation failed');
        super(...all);
      }
    };`,
  /** No memory on the GPU for the fourth texture. */
  withoutGpuMemory: onContext(`
    const store = gl.texStorage2D, error = gl.getError;
    let stores = 0, failed = false;
    gl.texStorage2D = (...all) => { if (++stores === 4) failed = true; else store.apply(gl, all); };
    gl.getError = () => { const code = failed ? gl.OUT_OF_MEMORY : error.call(gl); failed = false; return code; };`),
  /** A script that doesn't load. */
  broken: "throw new Error('half a script');",
} as const;

const RECIPE = {
  style: 'creative',
  background: 'gradient',
  seed: 3,
  options: {},
  engine: 1,
} as const;

/**
 * The faults of the first workers, in order; the outcome of a render; and the number of workers at
 * the end, after another, undisturbed render.
 */
const SCENARIOS: readonly (readonly [
  name: string,
  faults: readonly (keyof typeof FAULTS)[],
  gives: 'the picture' | 'engine-failed',
  workers: number,
])[] = [
  ['a context that is lost in the middle of a render', ['lost'], 'the picture', 1],
  ['a context that is lost again in its replacement', ['losing'], 'the picture', 2],
  ['a context that is always lost', ['losing', 'losing'], 'engine-failed', 3],
  ['no memory for a picture', ['withoutMemory'], 'the picture', 2],
  ['no memory twice', ['withoutMemory', 'withoutMemory'], 'engine-failed', 3],
  ['no memory on the GPU', ['withoutGpuMemory'], 'the picture', 2],
  ['a worker whose script breaks', ['broken'], 'the picture', 2],
];

for (const [name, faults, gives, most] of SCENARIOS) {
  // For the long run: each start of another worker takes seconds.
  const tag = most > 1 ? '@long' : [];
  test(`${name}: ${gives}`, { tag }, async ({ enginePage }) => {
    const { outcome, undisturbed, workers } = await enginePage.evaluate(
      async ([faults, recipe]) => {
        const { harness } = window;
        const { createEngine, errorCode, file, pixels } = harness;
        const photo = await file('people/finn.webp');
        const render = async (engine: typeof harness.engine): Promise<string> => {
          const analysis = await engine.analyse(photo);
          const { picture } = await engine.render(analysis, recipe, { size: 256, format: 'png' });
          return new Uint8Array(
            await crypto.subtle.digest('SHA-256', (await pixels(picture)).data),
          ).join();
        };
        harness.faults.push(...faults);
        const engine = createEngine();
        const outcome = await render(engine).catch(errorCode);
        harness.faults.length = 0;
        return { outcome, undisturbed: await render(engine), workers: harness.workers.length };
      },
      [faults.map((fault) => FAULTS[fault]), RECIPE] as const,
    );
    expect(outcome).toBe(gives === 'the picture' ? undisturbed : gives);
    expect(workers).toBe(most);
  });
}

/** Script that runs `what` at the next picture's first draw, before the first picture is read. */
const atNextPicture = (what: string): string =>
  `let reading = false, done = false; ${onContext(`
  const draw = gl.drawArrays, read = gl.readPixels, wait = gl.clientWaitSync;
  gl.readPixels = (...all) => { reading = true; read.apply(gl, all); };
  gl.clientWaitSync = (...all) => (reading && !done ? gl.TIMEOUT_EXPIRED : wait.apply(gl, all));
  gl.drawArrays = (...all) => {
    if (reading && !done) { done = true; ${what} }
    draw.apply(gl, all);
  };`)}`;

for (const [name, fault, workers] of [
  ['is drawn while one is read back', '', 1],
  ['loses the context while one is read back', LOSE, 1],
  ['breaks its worker while one is read back', "throw new Error('no driver');", 2],
] as const) {
  test(`the next picture ${name}: all are as when made alone`, async ({ enginePage }) => {
    const outcome = await enginePage.evaluate(
      async ([script, recipe]) => {
        const { engine, file, faults, pixels, workers } = window.harness;
        faults.push(script);
        const analysis = await engine.analyse(await file('people/finn.webp'));
        const render = async (seed: number): Promise<string> => {
          const { picture } = await engine.render(
            analysis,
            { ...recipe, seed },
            { size: 256, format: 'png', priority: 'batch' },
          );
          return new Uint8Array(
            await crypto.subtle.digest('SHA-256', (await pixels(picture)).data),
          ).join();
        };
        return {
          together: await Promise.all([1, 2, 3].map(render)),
          alone: [await render(1), await render(2), await render(3)],
          workers: workers.length,
        };
      },
      [atNextPicture(fault), RECIPE] as const,
    );
    expect(outcome.together).toEqual(outcome.alone);
    expect(outcome.workers).toBe(workers);
  });
}

for (const [missing, fault, tag] of [
  ['WebGL 2', 'withoutWebGl', ''],
  ['float targets', 'withoutFloatTargets', ' @long'],
] as const) {
  test(`a browser without ${missing} looks at photos and says that it can't develop them${tag}`, async ({
    enginePage,
  }) => {
    const outcome = await enginePage.evaluate(
      async ([script, recipe]) => {
        const { engine, errorCode, file, faults, workers } = window.harness;
        faults.push(script);
        const analysis = await engine.analyse(await file('people/finn.webp'));
        const render = (): Promise<string> =>
          engine
            .render(analysis, recipe, { size: 256, format: 'png' })
            .then(() => 'rendered', errorCode);
        return {
          faces: analysis.faces.length,
          codes: [await render(), await render()],
          workers: workers.length,
        };
      },
      [FAULTS[fault], RECIPE] as const,
    );
    expect(outcome).toEqual({
      faces: 1,
      codes: ['engine-unsupported', 'engine-unsupported'],
      workers: 1,
    });
  });
}

test('a worker that falls silent is replaced after two minutes @long', async ({ enginePage }) => {
  await enginePage.clock.install();
  const rendered = enginePage.evaluate(
    async ([script, recipe]) => {
      const { engine, errorCode, file, faults, workers } = window.harness;
      faults.push(script);
      const analysis = await engine.analyse(await file('people/finn.webp'));
      document.title = 'looked at';
      const type = await engine
        .render(analysis, recipe, {
          size: 256,
          format: 'png',
          onProgress: () => void (document.title = 'rendering'),
        })
        .then(({ picture }) => picture.type, errorCode);
      return { type, workers: workers.length };
    },
    [FAULTS.silent, RECIPE] as const,
  );
  await enginePage.waitForFunction(() => document.title === 'rendering');
  await enginePage.clock.fastForward(121_000);
  expect(await rendered).toEqual({ type: 'image/png', workers: 2 });
});

test.describe('a server in trouble', () => {
  test.use({ provokes: /503/ });

  test('models that can’t be loaded are asked for again, then the user gets a sentence', async ({
    enginePage,
  }) => {
    let refuse = 1;
    await enginePage.route('**/*.tflite', (route) =>
      refuse-- > 0 ? route.fulfill({ status: 503 }) : route.continue(),
    );
    const look = (): Promise<string> =>
      enginePage.evaluate(async () => {
        const { createEngine, errorCode, file } = window.harness;
        return createEngine()
          .analyse(await file('people/finn.webp'))
          .then(({ faces }) => `${String(faces.length)} face`, errorCode);
      });
    expect(await look()).toBe('1 face');
    refuse = Number.POSITIVE_INFINITY;
    expect(await look()).toBe('engine-unloaded');
  });
});

sharedTest('sixty pictures that are given up leave no memory in use', async ({ enginePage }) => {
  sharedTest.setTimeout(minutes(6));
  const live = await enginePage.evaluate(
    async (pictures) => {
      const { file, liveAfterAborts } = window.harness;
      return liveAfterAborts(await file('people/kenji.webp'), pictures, 5);
    },
    STYLE_IDS.map((style, k) => ({
      recipe: {
        style,
        background: BACKGROUND_IDS[k % BACKGROUND_IDS.length] ?? 'none',
        seed: k,
        options: { strength: k % 2 === 0 ? 1 : 0.6 },
        engine: 1,
      },
    })),
  );
  expect(live.map(({ after }) => after)).toEqual(live.map(({ before }) => before));
  expect(live.every(({ before }) => before.bytes > 1e6)).toBe(true);
});

/** One style for each way in which stills are made; one of them becomes another style. */
const MOVING: readonly (readonly [StyleId, readonly StyleId[]])[] = [
  ['watercolour', []],
  ['modern', []],
  ['pixel', ['comic']],
];
sharedTest(
  'moving pictures that are given up leave no memory in use @long',
  async ({ enginePage }) => {
    sharedTest.setTimeout(minutes(6));
    const pictures = MOVING.map(([style, styles]) => ({
      recipe: { style, background: 'gradient', seed: 5, options: {}, engine: 1 } as const,
      asked: {
        motion: 'lively',
        strength: 1,
        ...(styles.length > 0 && { premium: { seconds: 4, moves: [], camera: 'still', styles } }),
      } satisfies MotionAsked,
    }));
    const live = await enginePage.evaluate(async (pictures) => {
      const { file, liveAfterAborts } = window.harness;
      return liveAfterAborts(await file('people/kenji.webp'), pictures, 5);
    }, pictures);
    expect(live.map(({ after }) => after)).toEqual(live.map(({ before }) => before));
  },
);
