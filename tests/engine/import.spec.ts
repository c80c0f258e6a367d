import { expect, test } from './test.ts';

test('encodings the browser writes are taken by content, whatever their declared type', async ({ enginePage }) => {
  const results = await enginePage.evaluate(async () => {
    const { engine } = window.harness;
    const canvas = new OffscreenCanvas(400, 300);
    canvas.getContext('2d')?.fillRect(50, 50, 100, 100);
    const types = ['image/png', 'image/jpeg', 'image/webp'];
    return Promise.all(
      types.map(async (type) => {
        const blob = await canvas.convertToBlob({ type });
        const { width, height, photo } = await engine.importPhoto(new Blob([blob], { type: 'text/plain' }));
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

test('10 MB are taken and one byte more is refused', async ({ enginePage }) => {
  const results = await enginePage.evaluate(async () => {
    const { engine, errorCode } = window.harness;
    const canvas = new OffscreenCanvas(400, 300);
    canvas.getContext('2d')?.fillRect(50, 50, 100, 100);
    const picture = await canvas.convertToBlob({ type: 'image/jpeg' });
    const limit = 10 * 1024 * 1024;
    // Decoders ignore what follows the end of a JPEG.
    const padded = (bytes: number): Blob => new Blob([picture, new Uint8Array(bytes - picture.size)]);
    const outcome = (blob: Blob): Promise<string> => engine.importPhoto(blob).then(() => 'taken', errorCode);
    return [await outcome(padded(limit)), await outcome(padded(limit + 1))];
  });
  expect(results).toEqual(['taken', 'photo-too-large']);
});

test('what is no picture, or none we read, gets its sentence', async ({ enginePage }) => {
  const codes = await enginePage.evaluate(async () => {
    const { engine, errorCode } = window.harness;
    const canvas = new OffscreenCanvas(400, 300);
    canvas.getContext('2d');
    const whole = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    const bomb = whole.slice();
    new DataView(bomb.buffer).setUint32(16, 60_000);
    new DataView(bomb.buffer).setUint32(20, 60_000);
    const corrupt = whole.slice();
    corrupt.fill(0x55, 33);
    const narrow = new OffscreenCanvas(255, 900);
    narrow.getContext('2d');
    const small = await narrow.convertToBlob();
    const cases: [string, BlobPart][] = [
      ['empty', ''],
      ['text', 'hello, world, this is not a picture'],
      ['svg', '<?xml version="1.0"?>\n<!-- a drawing -->\n<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
      ['heic', new Uint8Array([0, 0, 0, 24, ...new TextEncoder().encode('ftypheic'), 0, 0, 0, 0, ...new TextEncoder().encode('mif1heic')])],
      ['header cut', whole.slice(0, 20)],
      ['body corrupt', corrupt],
      ['bomb', bomb],
      ['small', small],
    ];
    const found: Record<string, string> = {};
    for (const [name, part] of cases) found[name] = await engine.importPhoto(new Blob([part])).then(() => 'taken', errorCode);
    return found;
  });
  expect(codes).toEqual({
    empty: 'photo-empty',
    text: 'photo-not-a-picture',
    svg: 'photo-svg',
    heic: 'photo-heic',
    'header cut': 'photo-damaged',
    'body corrupt': 'photo-damaged',
    bomb: 'photo-too-many-pixels',
    small: 'photo-too-small',
  });
});

test('orientation is honoured once and all metadata is dropped', async ({ enginePage }) => {
  const result = await enginePage.evaluate(async () => {
    const { engine, pixels } = window.harness;
    // Left half red; turned a quarter clockwise (orientation 6) the red half is on top.
    const canvas = new OffscreenCanvas(600, 400);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no 2D canvas');
    context.fillStyle = '#f00';
    context.fillRect(0, 0, 300, 400);
    context.fillStyle = '#00f';
    context.fillRect(300, 0, 300, 400);
    const jpeg = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })).arrayBuffer());
    const secret = 'GPS 48.8584 2.2945';
    const exif = [
      ...new TextEncoder().encode('Exif\0\0MM\0*'), 0, 0, 0, 8, // big-endian TIFF header
      0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0, // one entry: orientation 6
      ...new TextEncoder().encode(secret),
    ];
    const length = exif.length + 2;
    const file = new Blob([jpeg.slice(0, 2), new Uint8Array([0xff, 0xe1, length >> 8, length & 255, ...exif]), jpeg.slice(2)]);
    const imported = await engine.importPhoto(file);
    const { data, width, height } = await pixels(imported.photo);
    const again = await engine.importPhoto(imported.photo);
    const bytes = new TextDecoder('latin1').decode(await imported.photo.arrayBuffer());
    const at = (x: number, y: number): string => {
      const p = (y * width + x) * 4;
      return (data[p] ?? 0) > 200 ? 'red' : (data[p + 2] ?? 0) > 200 ? 'blue' : 'other';
    };
    return {
      width,
      height,
      again: [again.width, again.height],
      top: at(200, 100),
      bottom: at(200, 500),
      clean: !bytes.includes('Exif') && !bytes.includes(secret),
    };
  });
  expect(result).toEqual({ width: 400, height: 600, again: [400, 600], top: 'red', bottom: 'blue', clean: true });
});

test('a large picture is bounded to 4096 px and a transparent one becomes white', async ({ enginePage }) => {
  const result = await enginePage.evaluate(async () => {
    const { engine, pixels } = window.harness;
    const blank = (width: number, height: number, type: string): Promise<Blob> => {
      const canvas = new OffscreenCanvas(width, height);
      canvas.getContext('2d');
      return canvas.convertToBlob({ type });
    };
    const large = await blank(6000, 1000, 'image/webp');
    const { width, height } = await engine.importPhoto(large);
    const clear = await pixels((await engine.importPhoto(await blank(300, 300, 'image/png'))).photo);
    return { width, height, corner: [...clear.data.slice(0, 4)] };
  });
  expect(result).toEqual({ width: 4096, height: 683, corner: [255, 255, 255, 255] });
});
