import { expect, test } from './test.ts';

/** Script that disables encoders: a browser that can't write a format returns a PNG instead. */
const without = (...types: readonly string[]): string => `
  const convertToBlob = OffscreenCanvas.prototype.convertToBlob;
  OffscreenCanvas.prototype.convertToBlob = function (options = {}) {
    return convertToBlob.call(this, ${JSON.stringify(types)}.includes(options.type) ? {} : options);
  };
`;

for (const { title, missing, opaque, seeThrough, webp } of [
  {
    title: 'with all encoders, thumbnails are WebP',
    missing: [],
    opaque: 'image/webp',
    seeThrough: 'image/webp',
    webp: 'image/webp',
  },
  {
    title: 'without a WebP encoder, thumbnails are JPEG, and PNG where they are see-through',
    missing: ['image/webp'],
    opaque: 'image/jpeg',
    seeThrough: 'image/png',
    webp: 'engine-unsupported',
  },
  {
    title: 'with a PNG encoder alone, thumbnails are PNG',
    missing: ['image/webp', 'image/jpeg'],
    opaque: 'image/png',
    seeThrough: 'image/png',
    webp: 'engine-unsupported',
  },
]) {
  test(title, async ({ enginePage }) => {
    const script = without(...missing);
    // Needed in the page, too: the worker's thumbnail code runs here.
    await enginePage.evaluate(script);
    const written = await enginePage.evaluate(async (script) => {
      const { engine, errorCode, faults, pixels, thumbnailOf, workers } = window.harness;
      faults.push(script);
      const canvas = new OffscreenCanvas(64, 64);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no 2D canvas');
      context.fillStyle = '#c63';
      context.fillRect(0, 0, 32, 64);
      const seeThroughThumb = await thumbnailOf(canvas, 32);
      context.fillRect(0, 0, 64, 64);
      const opaqueThumb = await thumbnailOf(canvas, 32);
      const opaque = await canvas.convertToBlob();
      return {
        opaque: opaqueThumb.type,
        seeThrough: seeThroughThumb.type,
        // Alpha of a pixel in the unpainted half.
        alpha: (await pixels(seeThroughThumb)).data[(16 * 32 + 28) * 4 + 3],
        webp: await engine
          .convert(opaque, { size: 32, format: 'webp' })
          .then(({ type }) => type, errorCode),
        workers: workers.length,
      };
    }, script);
    // An unsupported format is an answer, not a reason to start a fresh worker.
    expect(written).toEqual({ opaque, seeThrough, alpha: 0, webp, workers: 1 });
  });
}
