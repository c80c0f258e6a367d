import { join } from './corpus/bytes.ts';
import { exif, orientationEntry, tiff } from './corpus/metadata.ts';
import { expect, sharedTest as test } from './test.ts';

test('encodings the browser writes are taken by content, whatever their declared type', async ({
  enginePage,
}) => {
  const results = await enginePage.evaluate(async () => {
    const { engine } = window.harness;
    const canvas = new OffscreenCanvas(400, 300);
    canvas.getContext('2d')?.fillRect(50, 50, 100, 100);
    const types = ['image/png', 'image/jpeg', 'image/webp'];
    return Promise.all(
      types.map(async (type) => {
        const blob = await canvas.convertToBlob({ type });
        const { width, height, photo } = await engine.importPhoto(
          new Blob([blob], { type: 'text/plain' }),
        );
        return { width, height, type: photo.type };
      }),
    );
  });
  expect(results).toEqual([
    { width: 400, height: 300, type: 'image/png' },
    { width: 400, height: 300, type: 'image/jpeg' },
    { width: 400, height: 300, type: 'image/jpeg' },
  ]);
});

test('a large picture is bounded to 4096 px and a transparent one becomes white', async ({
  enginePage,
}) => {
  const result = await enginePage.evaluate(async () => {
    const { engine, pixels } = window.harness;
    const blank = (width: number, height: number, type: string): Promise<Blob> => {
      const canvas = new OffscreenCanvas(width, height);
      canvas.getContext('2d');
      return canvas.convertToBlob({ type });
    };
    const large = await blank(6000, 1000, 'image/webp');
    const { width, height } = await engine.importPhoto(large);
    const clear = await pixels(
      (await engine.importPhoto(await blank(300, 300, 'image/png'))).photo,
    );
    return { width, height, corner: [...clear.data.slice(0, 4)] };
  });
  expect(result).toEqual({ width: 4096, height: 683, corner: [255, 255, 255, 255] });
});

test('a photo whose sides are both too long is made smaller while it is decoded, upright, and says so', async ({
  enginePage,
}) => {
  const turned = [...join(exif(tiff([orientationEntry(6)])))];
  const result = await enginePage.evaluate(async (metadata) => {
    const { engine, ground, pixels } = window.harness;
    // As a phone stores it: on its side, red where the top right corner will be.
    const context = ground(6000, 5000, '#00f');
    context.fillStyle = '#f00';
    context.fillRect(0, 0, 1000, 1000);
    const jpeg = await context.canvas.convertToBlob({ type: 'image/jpeg' });
    const file = new Blob([jpeg.slice(0, 2), new Uint8Array(metadata), jpeg.slice(2)]);
    const stages: string[] = [];
    const { photo, width, height } = await engine.importPhoto(file, {
      onProgress: ({ stage }) => stages.push(stage),
    });
    const { data } = await pixels(photo);
    const colour = (x: number, y: number): string => {
      const [red = 0, , blue = 0] = data.slice((y * width + x) * 4);
      return red > blue ? 'red' : 'blue';
    };
    return {
      size: [width, height],
      corners: [colour(9, 9), colour(width - 9, 9), colour(9, height - 9)],
      stages,
    };
  }, turned);
  expect(result).toEqual({
    size: [3413, 4096],
    corners: ['blue', 'red', 'blue'],
    stages: ['shrink'],
  });
});
