import { expect, sharedTest, test } from './test.ts';

const RECIPE = {
  style: 'realistic',
  background: 'clean-white',
  seed: 7,
  options: {},
  engine: 1,
} as const;

test('a picked file is imported and analysed in one job, as it is analysed later', async ({
  enginePage,
}) => {
  const result = await enginePage.evaluate(async (recipe) => {
    const { engine, file, pixels, workers } = window.harness;
    const picture = await file('people/leila.webp');
    let shown: Blob | undefined;
    let faces = 0;
    const { photo, analysis } = await engine.openPhoto(picture, {
      onProgress: (progress) => {
        shown ??= progress.photo;
        if (progress.stage === 'face' && shown) faces += 1;
      },
    });
    const kept = await engine.importPhoto(picture);
    const later = await engine.analyse(kept.photo);
    const render = async (which: typeof later): Promise<string> => {
      const avatar = await engine.render(which, recipe, {
        size: 128,
        format: 'png',
        draft: true,
      });
      return (await pixels(avatar.picture)).data.join();
    };
    return {
      workers: workers.length,
      early: shown?.size === photo.size && faces > 0,
      sameFaces: JSON.stringify(analysis.faces) === JSON.stringify(later.faces),
      samePicture: (await render(analysis)) === (await render(later)),
    };
  }, RECIPE);
  expect(result).toEqual({ workers: 1, early: true, sameFaces: true, samePicture: true });
});

test('the same photo and recipe give the same picture; another seed another', async ({
  enginePage,
}) => {
  const pictures = await enginePage.evaluate(async (recipe) => {
    const { createEngine, file, rgba } = window.harness;
    const photo = await file('people/mara.webp');
    const made = async (engine: ReturnType<typeof createEngine>, seed: number): Promise<string> => {
      const analysis = await engine.analyse(photo);
      const asked = { ...recipe, seed };
      return rgba((await engine.render(analysis, asked, { size: 256, format: 'png' })).picture);
    };
    const [one, other] = [createEngine(), createEngine()];
    const first = await made(one, 7);
    return { same: (await made(other, 7)) === first, another: (await made(other, 8)) !== first };
  }, RECIPE);
  expect(pictures).toEqual({ same: true, another: true });
});

sharedTest(
  'a render is checked: landmarks stay where the photo has them',
  async ({ enginePage }) => {
    const rendered = await enginePage.evaluate(async (recipe) => {
      const { engine, file } = window.harness;
      const analysis = await engine.analyse(await file('people/amara.webp'));
      const stages: string[] = [];
      const { likeness, softened, size, picture } = await engine.render(analysis, recipe, {
        size: 512,
        format: 'jpeg',
        check: true,
        onProgress: ({ stage }) => stages.push(stage),
      });
      // The stage 'matte' comes first if no render needed the cut-out before.
      const own = new Set(stages.filter((stage) => stage !== 'matte'));
      return { likeness, softened, size, type: picture.type, stages: [...own] };
    }, RECIPE);
    expect(rendered.likeness).toBeGreaterThan(0.96);
    expect(rendered).toMatchObject({
      softened: false,
      size: 512,
      type: 'image/jpeg',
      stages: ['style', 'check', 'encode'],
    });
  },
);

sharedTest('a softened picture says at which strength it was painted', async ({ enginePage }) => {
  const found = await enginePage.evaluate(async (recipe) => {
    const { engine, file, rgba } = window.harness;
    const analysis = await engine.analyse(await file('people/arjun.webp'));
    const made = (strength: number, check: boolean) =>
      engine.render(
        analysis,
        { ...recipe, style: 'creative', background: 'none', options: { strength } },
        { size: 256, format: 'png', check },
      );
    const { picture, softened, softenedTo = 1 } = await made(1, true);
    const again = await made(softenedTo, false);
    return { softened, same: (await rgba(picture)) === (await rgba(again.picture)) };
  }, RECIPE);
  expect(found).toEqual({ softened: true, same: true });
});

sharedTest('a warped face fails the quality check', async ({ enginePage }) => {
  const [straight, warped] = await enginePage.evaluate(async () => {
    const { likenessOfWarped, file } = window.harness;
    const photo = await file('people/kenji.webp');
    return [await likenessOfWarped(photo, 0), await likenessOfWarped(photo, 0.035)] as const;
  });
  expect(straight.accepted).toBe(true);
  expect(straight.value).toBeGreaterThan(0.99);
  expect(warped.accepted).toBe(false);
});

sharedTest('a transparent avatar becomes white as JPEG', async ({ enginePage }) => {
  const corners = await enginePage.evaluate(async (recipe) => {
    const { engine, file, pixels } = window.harness;
    const analysis = await engine.analyse(await file('people/kenji.webp'));
    const none = { ...recipe, background: 'none' } as const;
    const png = (await engine.render(analysis, none, { size: 256, format: 'png' })).picture;
    const jpeg = (await engine.render(analysis, none, { size: 256, format: 'jpeg' })).picture;
    const converted = await engine.convert(png, { size: 128, format: 'jpeg' });
    const corner = async (blob: Blob): Promise<number[]> => [
      ...(await pixels(blob)).data.slice(0, 4),
    ];
    return {
      png: await corner(png),
      jpeg: await corner(jpeg),
      converted: await corner(converted),
      width: (await pixels(converted)).width,
    };
  }, RECIPE);
  expect(corners.png[3]).toBe(0);
  expect(corners).toMatchObject({
    jpeg: [255, 255, 255, 255],
    converted: [255, 255, 255, 255],
    width: 128,
  });
});

sharedTest('clean white looks as a transparent avatar on a white page', async ({ enginePage }) => {
  const apart = await enginePage.evaluate(async (recipe) => {
    const { engine, file, pixels } = window.harness;
    const analysis = await engine.analyse(await file('people/amara.webp'));
    const made = async (background: 'none' | 'clean-white') => {
      const own = { ...recipe, background };
      return (
        await pixels((await engine.render(analysis, own, { size: 512, format: 'png' })).picture)
      ).data;
    };
    const [white, none] = [await made('clean-white'), await made('none')];
    let [sum, count] = [0, 0];
    for (let p = 0; p < none.length; p += 4) {
      const alpha = (none[p + 3] ?? 0) / 255;
      if (alpha < 0.05 || alpha > 0.95) continue;
      const over = alpha * (none[p + 1] ?? 0) + (1 - alpha) * 255;
      sum += Math.abs(over - (white[p + 1] ?? 0));
      count += 1;
    }
    return { mean: sum / count, count };
  }, RECIPE);
  expect(apart.count).toBeGreaterThan(1000);
  expect(apart.mean).toBeLessThan(3);
});

test('aborting rejects at once and frees the worker within a pass, without a word in the console @long', async ({
  enginePage,
}) => {
  // Playwright's console events don't include a worker's network errors.
  const log = await enginePage.context().newCDPSession(enginePage);
  const said: string[] = [];
  log.on('Log.entryAdded', ({ entry }) => {
    if (entry.level === 'error') said.push(entry.text);
  });
  await log.send('Log.enable');
  const result = await enginePage.evaluate(async (recipe) => {
    const { engine, errorCode, file, workers } = window.harness;
    const analysis = await engine.analyse(await file('people/finn.webp'));
    const large = { size: 2048, format: 'png', priority: 'batch' } as const;
    const artistic = { ...recipe, style: 'artistic' } as const;
    const began = performance.now();
    await engine.render(analysis, artistic, large);
    const whole = performance.now() - began;

    const controller = new AbortController();
    const started = new Promise<void>((resolve) => {
      void engine
        .render(
          analysis,
          { ...artistic, seed: 99 },
          { ...large, signal: controller.signal, onProgress: () => resolve() },
        )
        .catch((error: unknown) => {
          codes.push(errorCode(error));
        });
    });
    const codes: string[] = [];
    await started;
    controller.abort();
    const since = performance.now();
    await engine.convert(await file('people/finn.webp'), { size: 64, format: 'png' });
    const freed = performance.now() - since;
    const never = await engine
      .render(analysis, recipe, { ...large, signal: AbortSignal.abort() })
      .catch(errorCode);
    return { codes, never, share: freed / whole, workers: workers.length };
  }, RECIPE);
  expect(result.codes).toEqual(['engine-aborted']);
  expect(result.never).toBe('engine-aborted');
  expect(result.share).toBeLessThan(0.5);
  expect(result.workers).toBe(1);
  expect(said).toEqual([]);
});

sharedTest(
  'a preview goes before waiting batch items, a chip after them',
  async ({ enginePage }) => {
    const order = await enginePage.evaluate(async (recipe) => {
      const { engine, file } = window.harness;
      const analysis = await engine.analyse(await file('people/finn.webp'));
      const done: string[] = [];
      const ask = (name: string, priority: 'preview' | 'batch' | 'chip'): Promise<unknown> =>
        engine
          .render(analysis, recipe, { size: 64, format: 'png', priority })
          .then(() => done.push(name));
      await Promise.all([
        ask('running', 'batch'),
        ask('chip', 'chip'),
        ask('batch', 'batch'),
        ask('preview', 'preview'),
      ]);
      return done;
    }, RECIPE);
    expect(order).toEqual(['running', 'preview', 'batch', 'chip']);
  },
);

test('a worker that dies is replaced, and the request is made once more unless its photo is gone @long', async ({
  enginePage,
}) => {
  const result = await enginePage.evaluate(async (recipe) => {
    const { engine, errorCode, file, workers } = window.harness;
    const analysis = await engine.analyse(await file('people/rafael.webp'));
    const options = { size: 256, format: 'png' } as const;
    /** Renders, and kills the newest worker `deaths` times once the render has begun in it. */
    const renderDying = (deaths: number, then?: (next: Worker) => void): Promise<string> => {
      let left = deaths;
      return engine
        .render(analysis, recipe, {
          ...options,
          onProgress: ({ stage }) => {
            if (stage !== 'style' || left === 0) return;
            left -= 1;
            const worker = workers.at(-1);
            worker?.terminate();
            worker?.dispatchEvent(new ErrorEvent('error', { message: 'killed by the test' }));
            then?.(workers.at(-1) as Worker);
          },
        })
        .then(({ picture }) => picture.type, errorCode);
    };
    const once = await renderDying(1);
    const twice = await renderDying(2);
    const after = await renderDying(0);
    const posted: string[] = [];
    // While the next worker analyses the photo again.
    const released = await renderDying(1, (next) => {
      const post = next.postMessage.bind(next);
      next.postMessage = (message: { kind: string }) => {
        posted.push(message.kind);
        post(message);
      };
      engine.release(analysis);
    });
    return { once, twice, after, released, posted, workers: workers.length };
  }, RECIPE);
  expect(result).toEqual({
    once: 'image/png',
    twice: 'engine-failed',
    after: 'image/png',
    released: 'engine-failed',
    posted: ['forget'],
    workers: 5,
  });
});

sharedTest(
  'a render ends when its analysis is released, and its worker lives on',
  async ({ enginePage }) => {
    const result = await enginePage.evaluate(async (recipe) => {
      const { engine, errorCode, file, workers } = window.harness;
      const analysis = await engine.analyse(await file('people/mara.webp'));
      const before = workers.length;
      const ended = await engine
        .render(
          analysis,
          { ...recipe, style: 'artistic' },
          {
            size: 2048,
            format: 'png',
            onProgress: ({ stage }) => stage === 'style' && engine.release(analysis),
          },
        )
        .then(() => 'rendered', errorCode);
      await engine.convert(await file('people/mara.webp'), { size: 64, format: 'png' });
      return { ended, more: workers.length - before };
    }, RECIPE);
    expect(result).toEqual({ ended: 'engine-aborted', more: 0 });
  },
);

sharedTest(
  'an analysis that was released is forgotten, and no other is',
  async ({ enginePage }) => {
    const result = await enginePage.evaluate(async (recipe) => {
      const { engine, errorCode, file } = window.harness;
      const photo = await file('people/mara.webp');
      const first = await engine.analyse(photo);
      const second = await engine.analyse(photo);
      const render = (which: typeof first): Promise<string> =>
        engine.render(which, recipe, { size: 64, format: 'png' }).then(() => 'rendered', errorCode);
      engine.release(first);
      return { released: await render(first), other: await render(second) };
    }, RECIPE);
    expect(result).toEqual({ released: 'engine-failed', other: 'rendered' });
  },
);
