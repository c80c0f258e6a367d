import { z } from 'zod';

import { ABILITIES } from './attempts.ts';
import {
  ask,
  EngineError,
  failureOf,
  form,
  isGood,
  json,
  jsonOf,
  MEMORY,
  nearest,
  poll,
  type Flow,
  type LookEngine,
  type LookJob,
} from './engine.ts';
import { slotsOf, withValues, type Graph } from './graph.ts';

const stats = z.looseObject({
  system: z.looseObject({ comfyui_version: z.string().catch('of an unknown version') }),
});
const given = z.union([
  // The list of values itself, or, in newer versions, a type with options.
  z
    .tuple([z.array(z.unknown())])
    .rest(z.unknown())
    .transform(([list]) => list),
  z
    .tuple([z.literal('COMBO'), z.looseObject({ options: z.array(z.unknown()) })])
    .rest(z.unknown())
    .transform(([, { options }]) => options),
]);
const inputs = z.record(z.string(), z.unknown()).catch({});
const nodeInfo = z.looseObject({
  input: z.looseObject({ required: inputs.optional(), optional: inputs.optional() }).catch({}),
  api_node: z.boolean().optional().catch(undefined),
  display_name: z.string().optional().catch(undefined),
});
const uploaded = z.looseObject({
  name: z.string().min(1),
  subfolder: z.string().catch(''),
  type: z.string().catch('temp'),
});
const queued = z.looseObject({ prompt_id: z.string().min(1) });
const refused = z.looseObject({
  node_errors: z.record(
    z.string(),
    z.looseObject({
      class_type: z.string().catch('a node'),
      errors: z.array(
        z.looseObject({ message: z.string().catch(''), details: z.string().catch('') }),
      ),
    }),
  ),
});
const entries = z.array(z.tuple([z.unknown(), z.string()]).rest(z.unknown())).catch([]);
const queue = z.looseObject({ queue_running: entries, queue_pending: entries });
const image = z.looseObject({
  filename: z.string().min(1),
  subfolder: z.string().catch(''),
  type: z.string().catch('output'),
});
const history = z.looseObject({
  outputs: z
    .record(z.string(), z.looseObject({ images: z.array(image).optional().catch(undefined) }))
    .catch({}),
  status: z
    .looseObject({
      status_str: z.string().catch('success'),
      messages: z.array(z.tuple([z.string(), z.unknown()]).rest(z.unknown())).catch([]),
    })
    .optional()
    .catch(undefined),
});
const failed = z.looseObject({
  exception_message: z.string().catch(''),
  exception_type: z.string().catch(''),
  node_type: z.string().catch(''),
});

/** What a workflow needs and this ComfyUI lacks; and its nodes that send pictures on. */
function lackOf(graph: Graph, info: Readonly<Record<string, unknown>>, photo: string) {
  const missing: string[] = [];
  const sendsOn: string[] = [];
  const like = (wanted: string, known: readonly string[]): string => {
    const near = nearest(wanted, known);
    return near.length > 0 ? ` (there is ${near.join(', ')})` : '';
  };
  for (const [id, { class_type: name, inputs: values }] of Object.entries(graph)) {
    const read = Object.hasOwn(info, name) ? nodeInfo.safeParse(info[name]) : undefined;
    if (!read?.success) {
      missing.push(`it lacks the node ${name}${like(name, Object.keys(info))}`);
      continue;
    }
    const { input, api_node: isApi, display_name: title = name } = read.data;
    if (isApi === true) sendsOn.push(title);
    const kinds = { ...input.optional, ...input.required };
    for (const [key, value] of Object.entries(values)) {
      const options = given.safeParse(kinds[key]);
      if (!options.success || typeof value !== 'string' || id === photo) continue;
      const known = options.data.filter((one) => typeof one === 'string');
      if (!known.includes(value)) missing.push(`${title} lacks ${value}${like(value, known)}`);
    }
  }
  return { missing: [...new Set(missing)], sendsOn: [...new Set(sendsOn)] };
}

/** ComfyUI with a workflow in its API format. Jobs have our own ids, so they outlive a crash of ours. */
export function comfyEngine(graph: Graph): LookEngine {
  const slots = slotsOf(graph);

  function follow(id: string): Flow<Uint8Array> {
    let isKnown = true;
    return poll(function* () {
      const ended = yield* ask({ method: 'GET', path: `/history/${encodeURIComponent(id)}` });
      if (!isGood(ended)) throw failureOf(ended);
      const entry = z.record(z.string(), z.unknown()).safeParse(jsonOf(ended)).data?.[id];
      if (entry !== undefined) return yield* fetched(id, entry);
      const waiting = yield* ask({ method: 'GET', path: '/queue' });
      const lists = queue.safeParse(jsonOf(waiting)).data;
      if (!isGood(waiting) || !lists) throw failureOf(waiting);
      const at = lists.queue_pending.findIndex(([, one]) => one === id);
      const isThere = at >= 0 || lists.queue_running.some(([, one]) => one === id);
      // It may end between the two requests, so it has to be missed twice.
      if (!isThere && !isKnown) throw new EngineError('job-lost');
      isKnown = isThere;
      if (isThere) yield { do: 'report', place: at + 1 };
      return undefined;
    });
  }

  /** The picture of an ended job, and then no trace of it in the engine's history. */
  function* fetched(id: string, entry: unknown): Flow<Uint8Array> {
    const read = history.safeParse(entry).data;
    const said = read?.status?.messages.find(([kind]) => kind === 'execution_error')?.[1];
    const error = failed.safeParse(said).data;
    if (error) {
      const { exception_message: message, exception_type: type, node_type: where } = error;
      throw new EngineError(
        MEMORY.test(`${type} ${message}`) ? 'memory' : 'failed',
        `${where}: ${message || type}`,
      );
    }
    if (read?.status?.status_str === 'error') throw new EngineError('failed', 'it was interrupted');
    const images = Object.values(read?.outputs ?? {}).flatMap((output) => output.images ?? []);
    // A workflow may show steps on its way; what it saves is the result.
    const result = images.find(({ type }) => type === 'output') ?? images.at(-1);
    if (!result) throw new EngineError('nothing-made');
    const { filename, subfolder, type } = result;
    const query = Object.entries({ filename, subfolder, type })
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&');
    const picture = yield* ask({ method: 'GET', path: `/view?${query}` });
    if (!isGood(picture)) throw failureOf(picture);
    try {
      yield* ask({ method: 'POST', path: '/history', ...json({ delete: [id] }) });
    } catch (thrown) {
      // The picture is here. Asked again, an engine that has forgotten it would count as restarted.
      if (!(thrown instanceof EngineError)) throw thrown;
    }
    return picture.body;
  }

  const idOf = ({ id, engineJob }: LookJob): string => engineJob ?? id;

  return {
    ...ABILITIES.comfy,
    *probe() {
      const answer = yield* ask({ method: 'GET', path: '/system_stats' });
      if (!isGood(answer)) throw failureOf(answer);
      const found = stats.safeParse(jsonOf(answer));
      if (!found.success) throw new EngineError('not-ready', 'it isn’t ComfyUI');
      const nodes = yield* ask({ method: 'GET', path: '/object_info' });
      const info = z.record(z.string(), z.unknown()).safeParse(jsonOf(nodes)).data;
      if (!isGood(nodes) || !info) throw failureOf(nodes);
      return {
        version: `ComfyUI ${found.data.system.comfyui_version}`,
        ...lackOf(graph, info, slots.photo[0]),
      };
    },
    *make(job) {
      const upload = yield* ask({
        method: 'POST',
        path: '/upload/image',
        ...form(job.id, [
          ['image', job.photo],
          // Emptied when the engine starts and ends; no request deletes what is in 'input'.
          ['type', 'temp'],
          ['overwrite', 'true'],
        ]),
        photoBytes: job.photo.length,
      });
      if (!isGood(upload)) throw failureOf(upload);
      const file = uploaded.safeParse(jsonOf(upload)).data;
      if (!file) throw new EngineError('failed', 'it took the photo and gave it no name');
      const { name, subfolder, type } = file;
      const prompt = withValues(graph, [
        [slots.photo, `${subfolder === '' ? '' : `${subfolder}/`}${name} [${type}]`],
        [slots.prompt, job.text.instruction],
        ...slots.seeds.map((slot) => [slot, job.seed] as const),
      ]);
      const answer = yield* ask({
        method: 'POST',
        path: '/prompt',
        ...json({ prompt, client_id: job.id, prompt_id: job.id }),
        makes: true,
      });
      if (!isGood(answer)) {
        const errors = Object.values(refused.safeParse(jsonOf(answer)).data?.node_errors ?? {});
        const said = errors.flatMap(({ class_type: where, errors: list }) =>
          list.map(({ message, details }) => `${where}: ${message} ${details}`),
        );
        if (said.length > 0) throw new EngineError('not-ready', said.join('; '));
        throw failureOf(answer);
      }
      const id = queued.safeParse(jsonOf(answer)).data?.prompt_id;
      if (id === undefined) throw new EngineError('failed', 'it queued nothing');
      // Versions before 0.3.45 give it an id of their own.
      if (id !== job.id) yield { do: 'keep', engineJob: id };
      return yield* follow(id);
    },
    resume: (job) => follow(idOf(job)),
    *cancel(job) {
      const id = idOf(job);
      const lists = queue.safeParse(jsonOf(yield* ask({ method: 'GET', path: '/queue' }))).data;
      if (lists?.queue_pending.some(([, one]) => one === id))
        yield* ask({ method: 'POST', path: '/queue', ...json({ delete: [id] }) });
      // Only then: older versions stop whatever is running, and that could be somebody else's.
      else if (lists?.queue_running.some(([, one]) => one === id))
        yield* ask({ method: 'POST', path: '/interrupt', ...json({ prompt_id: id }) });
    },
  };
}
