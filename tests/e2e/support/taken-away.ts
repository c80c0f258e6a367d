import type { BrowserContext, BrowserContextOptions } from '@playwright/test';

/**
 * Features that other browsers lack. Each is a script that removes one from Chromium, in a page or
 * a worker.
 */
export const TAKEN_AWAY = {
  /** The canvases of Safari and every iOS browser write PNG when WebP is requested. */
  'the WebP encoder': `
    const without = (type) => (type === 'image/webp' ? 'image/png' : type);
    const write = OffscreenCanvas.prototype.convertToBlob;
    OffscreenCanvas.prototype.convertToBlob = function (options = {}) {
      return write.call(this, { ...options, type: without(options.type) });
    };
    if (self.HTMLCanvasElement) {
      const { toBlob, toDataURL } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
        toBlob.call(this, done, without(type), quality);
      };
      HTMLCanvasElement.prototype.toDataURL = function (type, quality) {
        return toDataURL.call(this, without(type), quality);
      };
    }`,
  /** What Safari lacks, besides encoders. */
  'what is Chromium’s alone': `
    for (const name of ['requestIdleCallback', 'cancelIdleCallback', 'showSaveFilePicker',
      'showDirectoryPicker', 'showOpenFilePicker', 'BarcodeDetector', 'createShapeDetector', 'scheduler'])
      delete self[name];
    for (const name of ['userAgentData', 'connection', 'deviceMemory', 'gpu'])
      Object.defineProperty(navigator, name, { get: () => undefined, configurable: true });`,
  'WebGL 2': `
    for (const canvas of [self.OffscreenCanvas, self.HTMLCanvasElement])
      if (canvas) {
        const get = canvas.prototype.getContext;
        canvas.prototype.getContext = function (kind, ...more) {
          return kind === 'webgl2' ? null : get.call(this, kind, ...more);
        };
      }`,
  'float textures': `
    const get = WebGL2RenderingContext.prototype.getExtension;
    WebGL2RenderingContext.prototype.getExtension = function (name) {
      return name.startsWith('EXT_color_buffer') ? null : get.call(this, name);
    };`,
  'the JPEG encoder': `
    const write = OffscreenCanvas.prototype.convertToBlob;
    OffscreenCanvas.prototype.convertToBlob = function (options = {}) {
      return write.call(this, options.type === 'image/jpeg' ? {} : options);
    };`,
  'WebAssembly’s SIMD': `WebAssembly.validate = () => false;`,
  'true pixels': `
    for (const kind of [self.OffscreenCanvasRenderingContext2D, self.CanvasRenderingContext2D])
      if (kind) {
        const read = kind.prototype.getImageData;
        kind.prototype.getImageData = function (...area) {
          const image = read.apply(this, area);
          for (let at = 0; at < image.data.length; at += 7) image.data[at] ^= 0x55;
          return image;
        };
      }`,
  /** WebKit's private windows: no Blobs in the database, no origin private files. */
  'Blobs in the database': `
    const holdsBlob = (value) => value instanceof Blob || (typeof value === 'object' && value !== null
      && Object.values(value).some((one) => one instanceof Blob));
    for (const method of ['put', 'add']) {
      const write = IDBObjectStore.prototype[method];
      IDBObjectStore.prototype[method] = function (value, ...key) {
        if (holdsBlob(value))
          throw new DOMException('Error preparing Blob/File data to be stored in object store', 'UnknownError');
        return write.call(this, value, ...key);
      };
    }`,
  'pictures in the database': `
    const isPicture = (value) => value instanceof Blob || value instanceof ArrayBuffer
      || value?.$bytes !== undefined;
    for (const method of ['put', 'add']) {
      const write = IDBObjectStore.prototype[method];
      IDBObjectStore.prototype[method] = function (value, ...key) {
        if (isPicture(value) || (typeof value === 'object' && value !== null && Object.values(value).some(isPicture)))
          throw new DOMException('Unable to store record in object store', 'UnknownError');
        return write.call(this, value, ...key);
      };
    }`,
} as const;
export type Missing = keyof typeof TAKEN_AWAY;

/** Safari 18 on a Mac, by its user agent. */
export const LIKE_SAFARI: BrowserContextOptions = {
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
};

/**
 * Removes features from each page of a context and from its workers. Init scripts don't reach
 * workers, so the removal is prepended to every worker script.
 */
export const takeAway =
  (...missing: readonly Missing[]) =>
  async (context: BrowserContext): Promise<void> => {
    const script = `(() => {
      if (self.takenAway) return;
      self.takenAway = true;
      ${missing.map((one) => `{${TAKEN_AWAY[one]}\n}`).join('\n')}
    })();`;
    await context.addInitScript(script);
    await context.route('**/assets/*.js', async (route) => {
      try {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${script}\n${await response.text()}` });
      } catch (thrown) {
        // The page was left while the script was on its way.
        if (!/disposed|closed/.test(String(thrown))) throw thrown;
      }
    });
  };
