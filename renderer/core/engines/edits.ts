import { z } from 'zod';

import { ABILITIES } from './attempts.ts';
import {
  ask,
  EngineError,
  failureOf,
  form,
  isGood,
  jsonOf,
  MEMORY,
  pictureOf,
  saidIn,
  textOf,
  UNANSWERED,
  type EngineAnswer,
  type Flow,
  type FormField,
  type LookEngine,
} from './engine.ts';

/** What an OpenAI-compatible server is set up with. */
export interface EditsOptions {
  /** As the server lists it; a server with one model needs none. */
  readonly model?: string | undefined;
}

const models = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });
const picture = z.looseObject({
  b64_json: z.string().min(1).nullish(),
  url: z.string().min(1).nullish(),
});
const pictures = z.looseObject({ data: z.array(picture).min(1) });
const completed = z.looseObject({ type: z.string().endsWith('.completed'), b64_json: z.string() });

/** Models that keep a face only if they are asked to, and refuse nothing then. */
const ASKED_FOR_FIDELITY = ['gpt-image-1', 'gpt-image-1.5'];

/** The one picture of a stream of events. */
function ofStream(answer: EngineAnswer): string | undefined {
  for (const line of textOf(answer).split(/\r?\n/)) {
    if (!line.startsWith('data:')) continue;
    const body = new TextEncoder().encode(line.slice('data:'.length));
    const read = completed.safeParse(jsonOf({ status: 200, body }));
    if (read.success) return read.data.b64_json;
  }
  return undefined;
}

/** Reads the picture of a good answer, and fetches it if the answer only names it. */
function* read(answer: EngineAnswer): Flow<Uint8Array> {
  const { data: found } = pictures.safeParse(jsonOf(answer));
  const first = found?.data[0];
  const inline = first?.b64_json ?? ofStream(answer);
  if (inline) return pictureOf(inline);
  if (!first?.url) {
    const said = saidIn(answer);
    throw new EngineError(MEMORY.test(said) ? 'memory' : 'not-a-picture', said);
  }
  if (first.url.startsWith('data:')) return pictureOf(first.url);
  try {
    const fetched = yield* ask({ method: 'GET', path: first.url });
    if (!isGood(fetched)) throw failureOf(fetched);
    return fetched.body;
  } catch (thrown) {
    // These would have the photo sent again, for a picture that is made and charged for.
    const isAway = thrown instanceof EngineError && UNANSWERED.includes(thrown.code);
    throw isAway ? new EngineError('lost-after-sending') : thrown;
  }
}

/**
 * `POST /images/edits` as OpenAI defined it, in the part that sd-server, vLLM-Omni, SGLang and
 * LiteLLM share: no seed, no size but a square, and neither job nor progress. A lost answer is lost.
 */
export function editsEngine({ model }: EditsOptions): LookEngine {
  return {
    ...ABILITIES.edits,
    *probe() {
      const list = yield* ask({ method: 'GET', path: '/models' });
      // Some servers have no list; what counts is whether they edit.
      if (!isGood(list) && list.status !== 404) throw failureOf(list);
      const known = models.safeParse(jsonOf(list)).data?.data.map(({ id }) => id) ?? [];
      // A form without a picture costs nothing, and tells whether the request exists.
      const empty = yield* ask({
        method: 'POST',
        path: '/images/edits',
        ...form('likeness-probe', [['prompt', '']]),
      });
      if (isGood(empty) || ![400, 422, 500].includes(empty.status)) throw failureOf(empty);
      const isMissing = model !== undefined && known.length > 0 && !known.includes(model);
      return {
        version: known.slice(0, 3).join(', ') || 'unknown models',
        missing: isMissing ? [`it doesn’t list the model ${model}, only ${known.join(', ')}`] : [],
        sendsOn: [],
      };
    },
    *make({ id, text, photo, size }) {
      const fields: FormField[] = [
        ['image', photo],
        ['prompt', text.instruction],
        ['n', '1'],
        ['size', `${String(size)}x${String(size)}`],
      ];
      if (model !== undefined) fields.push(['model', model]);
      if (model !== undefined && ASKED_FOR_FIDELITY.includes(model))
        fields.push(['input_fidelity', 'high']);
      const answer = yield* ask({
        method: 'POST',
        path: '/images/edits',
        ...form(id, fields),
        makes: true,
        photoBytes: photo.length,
      });
      if (!isGood(answer)) throw failureOf(answer);
      return yield* read(answer);
    },
    *resume() {
      throw new EngineError('lost-after-sending');
    },
    // Ending the connection is all that can be done, and whoever sends does that.
    *cancel() {},
  };
}
