import { expect, sharedTest as test } from './test.ts';

/** Shares of the portrait's edge: where the photo begins, and how much of it there is. */
const PHOTOS = [
  { name: 'whole', x: 0, share: 1, cut: [] },
  { name: 'without a shoulder and some hair', x: 0.3, share: 0.7, cut: ['left'] },
] as const;

for (const { name, x, share, cut } of PHOTOS)
  for (const background of ['gradient', 'none'] as const)
    test(`a person whose photo is ${name} ends in no straight line on a banner, on ${background}`, async ({
      enginePage,
    }) => {
      const edges = await enginePage.evaluate(
        async ([x, share, background]) => {
          const { drawScene, engine, painting, recipeOf } = window.harness;
          const scene = await drawScene({
            width: 1024 * share,
            height: 1024,
            people: [{ file: 'people/mara.webp', x: -x * 1024, y: 0, edge: 1024 }],
          });
          const analysis = await engine.analyse(await scene.convertToBlob({ type: 'image/png' }));
          const made = (on: 'gradient' | 'none') =>
            engine.render(analysis, recipeOf('realistic', on, 7), { size: 512, format: 'png' });
          const [{ picture }, { picture: alone }] = [await made(background), await made('none')];
          engine.release(analysis);
          const { materialOf } = await painting();
          const { person, subject } = await materialOf(engine, [picture], alone);
          const canvas = new OffscreenCanvas(256, 256);
          const context = canvas.getContext('2d');
          if (!context) throw new Error('no 2D canvas');
          const most = (drawn: CanvasImageSource, column: number): number => {
            context.clearRect(0, 0, 256, 256);
            context.drawImage(drawn, 0, 0, 256, 256);
            const { data } = context.getImageData(column, 0, 1, Math.floor(subject.end * 250));
            return Math.max(...data.filter((_, at) => at % 4 === 3));
          };
          const { face } = subject;
          const middle = Math.round((face.x + face.width / 2) * 256);
          const before = await createImageBitmap(alone);
          return {
            before: { left: most(before, 0), right: most(before, 255) },
            after: {
              left: most(person, 0),
              right: most(person, 255),
              middle: most(person, middle),
            },
          };
        },
        [x, share, background] as const,
      );
      for (const side of ['left', 'right'] as const) {
        // The frame cuts the person, so that this tests something; on the banner it doesn't.
        if (cut.some((one) => one === side)) expect(edges.before[side]).toBeGreaterThan(200);
        expect(edges.after[side]).toBeLessThan(30);
      }
      expect(edges.after.middle).toBe(255);
    });
