import { LikenessError } from '../../core/errors.ts';
import type { Progress } from '../../ports/engine.ts';
import type { Ask, EngineFiles, FromWorker, Task, Tasks, ToWorker } from '../protocol.ts';
import { analyse } from './analyse.ts';
import { checkpointOf, type Checkpoint } from './checkpoint.ts';
import { createCutOuts, type CutOuts } from './cut-outs.ts';
import { canvasOfPixels, convert, encode } from './encode.ts';
import { importPhoto } from './importing/import-photo.ts';
import { loadModels, loadSalience, type Model, type Models } from './models/runtime.ts';
import { renderAvatar } from './render-avatar.ts';
import { createRenderer, type Renderer } from './render.ts';
import { observeResources } from './resources.ts';
import { selfTest } from './self-test.ts';

/** One job at a time: the page queues them by priority. */
const analyses = new Map<string, CutOuts>();
/** What can be aborted, by its job. */
const running = new Map<number, AbortController>();
let files: EngineFiles | undefined;
let models: Promise<Models> | undefined;
let salience: Promise<Model> | undefined;
let renderer: Renderer | undefined;

const send = (message: FromWorker): void => self.postMessage(message);

function getModels(): Promise<Models> {
  if (!files) throw new Error('not started');
  models ??= loadModels(files);
  return models;
}

const getRenderer = (): Renderer => (renderer ??= createRenderer());

async function getSalience(): Promise<Model> {
  if (!files) throw new Error('not started');
  await getModels();
  salience ??= loadSalience(files);
  return salience;
}

/** A analysis the page believes in and this worker lacks is a broken promise, not a user's mistake. */
function cutOutsOf(id: string): CutOuts {
  const cutOuts = analyses.get(id);
  if (!cutOuts) throw new Error('unknown analysis');
  return cutOuts;
}

function forget(id: string): void {
  analyses.get(id)?.clear();
  analyses.delete(id);
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
    case 'analyse': {
      const analysed = await analyse(await getModels(), ask.id, ask.photo, checkpoint, report);
      const forgetPicture = (name: string): void => renderer?.forget(name);
      analyses.set(ask.id, createCutOuts(analysed, getModels, getSalience, forgetPicture));
      return analysed.analysis;
    }
    case 'render': {
      const cutOuts = cutOutsOf(ask.analysis);
      const face = ask.recipe.options.face;
      return renderAvatar(
        getRenderer(),
        async () => (await getModels()).faceLandmarks,
        await (ask.draft
          ? cutOuts.draft(face, checkpoint)
          : cutOuts.fine(face, checkpoint, report)),
        ask,
        checkpoint,
        report,
      );
    }
    case 'framedPhoto': {
      const { pixels } = await getRenderer().framedPhoto(
        await cutOutsOf(ask.analysis).draft(ask.recipe.options.face, checkpoint),
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
      forget(message.analysis);
      break;
    case 'ask':
      void answer(message.job, message.ask);
      break;
    case 'abort':
      running.get(message.job)?.abort();
      break;
  }
};
