import { LikenessError } from '../../core/errors.ts';
import { framesOf } from '../../core/motion.ts';
import type { EngineFetch, PhotoAnalysis, Progress, Rendered } from '../../ports/engine.ts';
import { checkpointOf, type Checkpoint } from '../checkpoint.ts';
import { loadModel, loadModels, type Model, type Models } from '../models/runtime.ts';
import type { Analysis } from '../photo/analysis.ts';
import { importPhoto } from '../photo/importing/import-photo.ts';
import type { Answer, Ask, EngineFiles, FromWorker, ToWorker } from '../protocol.ts';
import { TRACED_EDGE } from '../vector/index.ts';
import { analyse, createCutOuts, type CutOuts } from './analyse.ts';
import { compare, portraitOf } from './compare.ts';
import { canvasOfPixels, convert, encode, personAt, thumbnailOf } from './encode.ts';
import { measureLikeness, type Likeness } from './likeness.ts';
import { createRenderer, type Renderer } from './render.ts';
import { selfTest } from './self-test.ts';

/** Factors on the style's strength, tried in turn until the result keeps the likeness. */
const STRENGTHS = [1, 0.8, 0.6, 0.35];

/**
 * Renders, checks and encodes one avatar. A result that drifts too far from the photo's face is
 * rendered again at a lower strength; if none is good enough, the best one is returned.
 * @param drawn is called whenever the GPU has all of a picture's work
 * @throws LikenessError as `Renderer.render` and `encode` do
 */
async function renderAvatar(
  renderer: Renderer,
  models: () => Promise<Models>,
  analysis: Analysis,
  ask: Ask<'render'>,
  checkpoint: Checkpoint,
  report: (progress: Progress) => void,
  drawn: () => void,
): Promise<Rendered> {
  const { recipe, format } = ask;
  const size = format === 'svg' ? TRACED_EDGE : ask.size;
  let best:
    | { canvas: OffscreenCanvas; likeness: Likeness | undefined; gentler: number }
    | undefined;

  for (const gentler of STRENGTHS) {
    const strength = gentler * (recipe.options.strength ?? 1);
    checkpoint();
    report({ done: 0.05, stage: 'style' });
    const { pixels, measured, frame } = await renderer.render(analysis, recipe, {
      size,
      strength,
      check: ask.check,
      checkpoint,
      drawn,
    });
    checkpoint();
    const canvas = canvasOfPixels(pixels, size);
    if (!ask.check) {
      best = { canvas, likeness: undefined, gentler };
      break;
    }
    report({ done: 0.75, stage: 'check' });
    const likeness = await measureLikeness(
      await models(),
      analysis,
      recipe,
      strength,
      frame,
      measured ? canvasOfPixels(measured, size) : canvas,
    );
    if (!best?.likeness || likeness.accepted || likeness.value > best.likeness.value) {
      best = { canvas, likeness, gentler };
    }
    if (likeness.accepted) break;
  }

  if (!best) throw new LikenessError('engine-failed');
  const { canvas, likeness, gentler } = best;
  checkpoint();
  report({ done: 0.85, stage: 'encode' });
  const picture = await (format === 'svg'
    ? convert(canvas, size, format, models)
    : encode(canvas, format));
  const thumb = ask.thumb === undefined ? undefined : await thumbnailOf(canvas, ask.thumb);
  report({ done: 1, stage: 'encode' });
  return {
    picture,
    ...(thumb && { thumb }),
    size,
    softened: gentler < 1,
    ...(gentler < 1 && { softenedTo: gentler }),
    ...(analysis.faults && { faults: analysis.faults }),
    ...(likeness ? { likeness: likeness.value } : {}),
  };
}

/** The import's share of the progress of opening a photo; the analysis takes the rest. */
const IMPORT_SHARE = 0.3;

/** By analysis id. */
const analyses = new Map<string, CutOuts>();
/**
 * By job id. One job runs at a time, as the page queues them by priority; but while one reads back,
 * checks and encodes its picture, the next may draw.
 */
const running = new Map<number, { readonly ask: Ask; readonly control: AbortController }>();
let files: EngineFiles | undefined;
let models: Promise<Models> | undefined;
const renderer = createRenderer();

const send = (message: FromWorker, given: Transferable[] = []): void =>
  self.postMessage(message, given);

const sendFetching = (fetching: EngineFetch | undefined): void =>
  send({ kind: 'fetching', fetching });

function getFiles(): EngineFiles {
  if (!files) throw new Error('not started');
  return files;
}

const getModels = (): Promise<Models> => (models ??= loadModels(getFiles(), sendFetching));

/** A network that is only loaded when it is first needed, after the others. */
const later = (name: 'salience' | 'recognition'): (() => Promise<Model>) => {
  let model: Promise<Model> | undefined;
  return async () => {
    await getModels();
    return (model ??= loadModel(name, getFiles(), sendFetching));
  };
};
const getSalience = later('salience');
const getRecognition = later('recognition');

/** @throws Error for an unknown id, which is a bug and not a user's mistake */
function cutOutsOf(id: string): CutOuts {
  const cutOuts = analyses.get(id);
  if (!cutOuts) throw new Error('unknown analysis');
  return cutOuts;
}

function forget(id: string): void {
  // A picture that is being drawn would miss its textures.
  for (const { ask, control } of running.values())
    if ((ask.task === 'render' || ask.task === 'animate') && ask.analysis === id) control.abort();
  analyses.get(id)?.clear();
  analyses.delete(id);
}

/** Analyses a photo and keeps what its avatars are rendered from until `forget` is called. */
async function open(
  id: string,
  photo: Blob,
  checkpoint: Checkpoint,
  report: (progress: Progress) => void,
): Promise<PhotoAnalysis> {
  const analysed = await analyse(await getModels(), id, photo, checkpoint, report);
  analyses.set(id, createCutOuts(analysed, getModels, getSalience, renderer.forget));
  return analysed.analysis;
}

async function work(
  ask: Ask,
  checkpoint: Checkpoint,
  report: (progress: Progress) => void,
  drawn: () => void,
): Promise<Answer> {
  switch (ask.task) {
    case 'importPhoto':
      // The models are needed next, so load them while the file is decoded; errors show up then.
      getModels().catch(() => undefined);
      return importPhoto(ask.file, checkpoint, report);
    case 'openPhoto': {
      getModels().catch(() => undefined); // As above.
      const imported = await importPhoto(ask.file, checkpoint, report);
      report({ done: IMPORT_SHARE, stage: 'decode', photo: imported.photo });
      // Analyse the encoded photo: that is what is stored, so it gives the same pictures later.
      const analysis = await open(ask.id, imported.photo, checkpoint, ({ done, stage }) =>
        report({ done: IMPORT_SHARE + done * (1 - IMPORT_SHARE), stage }),
      );
      const notes = [...(imported.animated ? (['animated'] as const) : []), ...analysis.notes];
      return { ...imported, analysis: { ...analysis, notes } };
    }
    case 'analyse':
      return open(ask.id, ask.photo, checkpoint, report);
    case 'render': {
      const cutOuts = cutOutsOf(ask.analysis);
      return renderAvatar(
        renderer,
        getModels,
        await (ask.draft
          ? cutOuts.draft(ask.recipe.options, checkpoint)
          : cutOuts.fine(ask.recipe.options, checkpoint, report)),
        ask,
        checkpoint,
        report,
        drawn,
      );
    }
    case 'framedPhoto': {
      const pixels = await renderer.framedPhoto(
        await cutOutsOf(ask.analysis).draft(ask.recipe.options, checkpoint),
        ask.recipe,
        ask.size,
        checkpoint,
      );
      return encode(canvasOfPixels(pixels, ask.size), 'jpeg');
    }
    case 'cutOut': {
      const person = await cutOutsOf(ask.analysis).fine(ask.whose, checkpoint, report);
      const { faults = [], faultBox } = person;
      const picture = await encode(personAt(person, ask.size), 'png');
      return { picture, faults, ...(faultBox && { faultBox }) };
    }
    case 'animate': {
      const { recipe, living, from, count } = ask;
      const analysis = await cutOutsOf(ask.analysis).fine(recipe.options, checkpoint, report);
      report({ done: from / framesOf(living), stage: 'style' });
      return renderer.animate(analysis, recipe, { living, from, count, checkpoint });
    }
    case 'portrait':
      return portraitOf(cutOutsOf(ask.analysis).photo, ask);
    case 'compare':
      return compare(
        await getModels(),
        await getRecognition(),
        cutOutsOf(ask.analysis).photo,
        ask,
        checkpoint,
      );
    case 'convert':
      return convert(ask.picture, ask.size, ask.format, getModels, ask.quality);
    case 'selfTest':
      return selfTest(getModels, checkpoint);
  }
}

async function answer(job: number, ask: Ask): Promise<void> {
  const control = new AbortController();
  running.set(job, { ask, control });
  try {
    const result = await work(
      ask,
      checkpointOf(control.signal),
      (progress) => send({ kind: 'progress', job, progress }),
      () => send({ kind: 'drawn', job }),
    );
    const given = 'frames' in result ? result.frames.map(({ buffer }) => buffer) : [];
    send({ kind: 'answer', job, answer: result }, given);
  } catch (error) {
    const code = error instanceof LikenessError ? error.code : 'engine-failed';
    // A fresh worker may cure a lost WebGL context, a file that didn't arrive and unexpected errors.
    if (error instanceof LikenessError && code !== 'engine-failed' && code !== 'engine-unloaded')
      send({ kind: 'refused', job, code, context: error.context });
    else
      send({
        kind: 'broken',
        job,
        code,
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
  } finally {
    running.delete(job);
  }
}

new PerformanceObserver((list) =>
  send({ kind: 'loaded', addresses: list.getEntries().map(({ name }) => name) }),
).observe({ type: 'resource', buffered: true });

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
      running.get(message.job)?.control.abort();
      break;
  }
};
