import type { Recipe, RecipeOptions } from '../../../renderer/core/avatars.ts';
import { errorCode } from '../../../renderer/core/errors.ts';
import type { BackgroundId, StyleId } from '../../../renderer/core/styles.ts';
import { createEngine } from '../../../renderer/engine/client.ts';
import { ENGINE_VERSION } from '../../../renderer/engine/version.ts';
import { thumbnailOf } from '../../../renderer/engine/worker/encode.ts';
import type { Engine, PhotoAnalysis } from '../../../renderer/ports/engine.ts';
import { drawComposite, rimApart } from './composite.ts';
import { headshotOf } from './headshot.ts';
import {
  cutOutOf,
  farFromShut,
  greysThroughLight,
  lensesIn,
  likenessOfWarped,
  liveAfterAborts,
  runSalience,
  seenMoving,
  skinShapes,
} from './lab.ts';
import { labelsOf, tonesOff } from './labels.ts';
import type * as Loops from './loops.ts';
import type * as Painting from './painting.ts';
import { av1Frame, drawScene } from './scene.ts';

const SHARED = {
  av1Frame,
  cutOutOf,
  drawComposite,
  drawScene,
  errorCode,
  farFromShut,
  greysThroughLight,
  headshotOf,
  labelsOf,
  lensesIn,
  likenessOfWarped,
  liveAfterAborts,
  rimApart,
  runSalience,
  seenMoving,
  skinShapes,
  thumbnailOf,
  tonesOff,
  /** A fresh engine with a worker of its own. */
  createEngine,
  /** A canvas of one colour, to draw on. */
  ground: (width: number, height: number, colour: string): OffscreenCanvasRenderingContext2D => {
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) throw new Error('no 2D canvas');
    context.fillStyle = colour;
    context.fillRect(0, 0, width, height);
    return context;
  },
  recipeOf: (
    style: StyleId,
    background: BackgroundId,
    seed: number,
    options: RecipeOptions = {},
  ): Recipe => ({
    style,
    background,
    seed,
    options,
    engine: ENGINE_VERSION,
  }),
};
type Shared = typeof SHARED;

/** What tests can use in `page.evaluate`. */
export interface Harness extends Shared {
  engine: Engine;
  /** Fetches a file from the harness server. */
  file: (path: string) => Promise<Blob>;
  /** The analysis of a photo from the harness server, made once and kept open. */
  analysisOf: (path: string) => Promise<PhotoAnalysis>;
  /** A picture's straight RGBA bytes. */
  pixels: (
    picture: Blob,
  ) => Promise<{ width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }>;
  base64: (blob: Blob) => Promise<string>;
  /** A picture's straight RGBA bytes as base64, to return from the page. */
  rgba: (picture: Blob) => Promise<string>;
  /** Loads the code for banners and intros, which are painted in the page. */
  painting: () => Promise<typeof Painting>;
  /** Loads the code that fits the loops of animated NFTs. */
  loops: () => Promise<typeof Loops>;
  /** All engine workers started so far, in order. */
  workers: Worker[];
  /** Scripts to run at the start of the next workers, one for each. */
  faults: string[];
}

declare global {
  interface Window {
    harness: Harness;
  }
}

const analyses = new Map<string, Promise<PhotoAnalysis>>();
const workers: Worker[] = [];
const faults: string[] = [];

/**
 * URL of a script that runs `fault` before the worker's script, and then replays messages that came
 * meanwhile.
 */
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
  ...SHARED,
  engine: createEngine(),
  painting: () => import('./painting.ts'),
  loops: () => import('./loops.ts'),
  workers,
  faults,
  rgba: async (picture) =>
    window.harness.base64(new Blob([(await window.harness.pixels(picture)).data])),
  async file(path) {
    const response = await fetch(path);
    if (!response.ok) throw new Error(`${path}: ${String(response.status)}`);
    return response.blob();
  },
  analysisOf(path) {
    const { engine, file } = window.harness;
    const analysis = analyses.get(path) ?? file(path).then((photo) => engine.analyse(photo));
    analyses.set(path, analysis);
    return analysis;
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
