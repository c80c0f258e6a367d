import { errorCode } from '../../../renderer/core/errors.ts';
import { createEngine } from '../../../renderer/engine/client.ts';
import type { Engine } from '../../../renderer/ports/engine.ts';
import { cutOutOf, likenessOfWarped, runSalience } from './lab.ts';
import { av1Frame, drawScene } from './scene.ts';

/** What the tests reach through `page.evaluate`. */
export interface Harness {
  engine: Engine;
  /** A fresh engine with a worker of its own. */
  createEngine: () => Engine;
  errorCode: typeof errorCode;
  /** A file of the harness server as a Blob. */
  file: (path: string) => Promise<Blob>;
  /** Straight RGBA of a picture. */
  pixels: (
    picture: Blob,
  ) => Promise<{ width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }>;
  base64: (blob: Blob) => Promise<string>;
  /** Straight RGBA of a picture as base64: what leaves the page. */
  rgba: (picture: Blob) => Promise<string>;
  likenessOfWarped: typeof likenessOfWarped;
  cutOutOf: typeof cutOutOf;
  runSalience: typeof runSalience;
  drawScene: typeof drawScene;
  av1Frame: typeof av1Frame;
  /** Every engine worker that was started, in order. */
  workers: Worker[];
  /** Code to run at the start of the next workers, one each. */
  faults: string[];
}

declare global {
  interface Window {
    harness: Harness;
  }
}

const workers: Worker[] = [];
const faults: string[] = [];

/** A script that runs `crash` in the worker first; messages that arrive meanwhile are kept for the worker's own. */
const spoiled = (fault: string, url: string | URL): string =>
  URL.createObjectURL(
    new Blob(
      [
        `
    const early = [];
    self.onmessage = (event) => early.push(event);
    ${fault}
    import(${JSON.stringify(String(url))}).then(() => early.forEach((event) => self.onmessage(event)));
  `,
      ],
      { type: 'text/javascript' },
    ),
  );

window.Worker = class extends Worker {
  constructor(url: string | URL, options?: WorkerOptions) {
    const fault = faults.shift();
    super(fault === undefined ? url : spoiled(fault, url), options);
    workers.push(this);
  }
};

window.harness = {
  engine: createEngine(),
  createEngine,
  errorCode,
  likenessOfWarped,
  cutOutOf,
  runSalience,
  drawScene,
  av1Frame,
  workers,
  faults,
  rgba: async (picture) =>
    window.harness.base64(new Blob([(await window.harness.pixels(picture)).data])),
  async file(path) {
    const response = await fetch(path);
    if (!response.ok) throw new Error(`${path}: ${String(response.status)}`);
    return response.blob();
  },
  async pixels(picture) {
    const bitmap = await createImageBitmap(picture);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no 2D canvas');
    context.drawImage(bitmap, 0, 0);
    const { width, height, data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return { width, height, data: data };
  },
  base64: (blob) =>
    new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
      reader.onerror = () => reject(new Error('unreadable'));
      reader.readAsDataURL(blob);
    }),
};
