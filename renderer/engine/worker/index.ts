import type { Recipe } from '../../core/avatars.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Progress } from '../../ports/engine.ts';
import type { Ask, EngineFiles, FromWorker, Task, Tasks, ToWorker } from '../protocol.ts';
import { analyse } from './analyse.ts';
import type { Analysis } from './analysis.ts';
import { checkpointOf, type Checkpoint } from './checkpoint.ts';
import { develop } from './develop.ts';
import { canvasOfPixels, convert, encode } from './encode.ts';
import { importPhoto } from './importing/import-photo.ts';
import { loadModels, type Models } from './models/runtime.ts';
import { createRenderer, type Renderer } from './render.ts';
import { observeResources } from './resources.ts';
import { selfTest } from './self-test.ts';
import { soloId, soloOf } from './solo.ts';

/** One job at a time: the page queues them by priority. */
const sittings = new Map<string, Analysis>();
/** Of a photo with several people, the one that was asked for last, alone. */
const solos = new Map<string, { readonly face: number; readonly analysis: Analysis }>();
/** What can be aborted, by its job. */
const running = new Map<number, AbortController>();
let files: EngineFiles | undefined;
let models: Promise<Models> | undefined;
let renderer: Renderer | undefined;

const send = (message: FromWorker): void => self.postMessage(message);

function getModels(): Promise<Models> {
  if (!files) throw new Error('not started');
  models ??= loadModels(files);
  return models;
}

const getRenderer = (): Renderer => (renderer ??= createRenderer());

/** A sitting the page believes in and this worker lacks is a broken promise, not a user's mistake. */
function analysisOf(id: string, { options }: Recipe): Analysis {
  const analysis = sittings.get(id);
  if (!analysis) throw new Error('unknown sitting');
  const face = options.face !== undefined && options.face in analysis.faces ? options.face : 0;
  if (!analysis.owners) return analysis;
  const known = solos.get(id);
  if (known?.face === face) return known.analysis;
  const solo = soloOf(analysis, face);
  solos.set(id, { face, analysis: solo });
  return solo;
}

function forget(id: string): void {
  const faces = sittings.get(id)?.faces ?? [];
  sittings.delete(id);
  solos.delete(id);
  for (const name of [id, ...faces.map((_, face) => soloId(id, face))]) renderer?.forget(name);
}

async function work(
  ask: Ask,
  checkpoint: Checkpoint,
  report: (progress: Progress) => void,
): Promise<Tasks[Task]['answer']> {
  switch (ask.task) {
    case 'importPhoto':
      // The models will be needed next: they load while the file is decoded. A failure shows then.
      getModels().catch(() => undefined);
      return importPhoto(ask.file, checkpoint);
    case 'sit': {
      const { analysis, sitting } = await analyse(
        await getModels(),
        ask.id,
        ask.photo,
        checkpoint,
        report,
      );
      sittings.set(ask.id, analysis);
      return sitting;
    }
    case 'render':
      return develop(
        getRenderer(),
        async () => (await getModels()).faceLandmarks,
        analysisOf(ask.sitting, ask.recipe),
        ask,
        checkpoint,
        report,
      );
    case 'framedPhoto': {
      const { pixels } = await getRenderer().framedPhoto(
        analysisOf(ask.sitting, ask.recipe),
        ask.recipe,
        ask.size,
        checkpoint,
      );
      return encode(canvasOfPixels(pixels, ask.size), 'jpeg');
    }
    case 'convert':
      return convert(ask.picture, ask.size, ask.format);
    case 'selfTest':
      return selfTest(getModels, checkpoint);
  }
}

async function answer(job: number, ask: Ask): Promise<void> {
  const control = new AbortController();
  running.set(job, control);
  try {
    const result = await work(ask, checkpointOf(control.signal), (progress) =>
      send({ kind: 'progress', job, progress }),
    );
    send({ kind: 'answer', job, answer: result });
  } catch (error) {
    // 'engine-failed' (a lost WebGL context, say) may be cured by a fresh worker, like what is unexpected.
    if (error instanceof LikenessError && error.code !== 'engine-failed')
      send({ kind: 'refused', job, code: error.code, context: error.context });
    else
      send({
        kind: 'broken',
        job,
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
  } finally {
    running.delete(job);
  }
}

observeResources((addresses) => send({ kind: 'loaded', addresses }));

self.onmessage = ({ data: message }: MessageEvent<ToWorker>) => {
  switch (message.kind) {
    case 'start':
      files = message.files;
      break;
    case 'forget':
      forget(message.sitting);
      break;
    case 'ask':
      void answer(message.job, message.ask);
      break;
    case 'abort':
      running.get(message.job)?.abort();
      break;
  }
};
