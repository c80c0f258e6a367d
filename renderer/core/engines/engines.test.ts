import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { EXAMPLE_JOB } from '../../../tests/support/example-job.ts';
import { LOOKS } from '../looks.ts';
import { MOST_ATTEMPTS, nextOf, stateAfter } from './attempts.ts';
import { comfyEngine } from './comfy.ts';
import { editsEngine } from './edits.ts';
import {
  EngineError,
  nearest,
  type EngineAnswer,
  type Flow,
  type LookEngine,
  type LookJob,
  type Step,
} from './engine.ts';
import { OWN_GRAPHS, readGraph, slotsOf, withPlace } from './graph.ts';
import { sdapiEngine } from './sdapi.ts';
import { sdcppEngine } from './sdcpp.ts';
import { LIMITS, verdictOf, type Compared } from './verdict.ts';

/** 100,000 answers of each kind in `npm run test:deep`. */
const RUNS = process.env['LIKENESS_DEEP'] ? 100_000 : 500;

const job: LookJob = { ...EXAMPLE_JOB, engineJob: 'theirs' };

const ENGINES: readonly (readonly [string, LookEngine, answer: unknown])[] = [
  ['edits', editsEngine({ model: 'gpt-image-1' }), { data: [{ b64_json: 'AAAA', url: '/x' }] }],
  ...(['kontext', 'qwen-edit'] as const).map(
    (name) =>
      [
        `comfy with ${name}`,
        comfyEngine(OWN_GRAPHS[name]),
        {
          prompt_id: job.id,
          name: 'a.jpg',
          queue_running: [[1, job.id]],
          queue_pending: [[2, 'another']],
          system: { comfyui_version: '0.35.0' },
          [job.id]: { outputs: { 9: { images: [{ filename: 'x.png', type: 'temp' }] } } },
        },
      ] as const,
  ),
  [
    'sdcpp',
    sdcppEngine(),
    { id: 'j1', status: 'completed', result: { images: [{ b64_json: 'AAAA' }] } },
  ],
  ['sdapi', sdapiEngine(), { images: ['AAAA'], current_task: `task(${job.id})` }],
];

/** Answers a flow's requests until it ends; one that waits for long is cancelled, and ends by that. */
function drive<T>(
  flow: Flow<T>,
  answer: (step: Extract<Step, { do: 'ask' }>) => EngineAnswer | undefined,
): T | EngineError {
  try {
    let next = flow.next();
    for (let steps = 0; !next.done; steps += 1) {
      if (steps > 300) flow.throw(new EngineError('cancelled'));
      next = flow.next(next.value.do === 'ask' ? answer(next.value) : undefined);
    }
    return next.value;
  } catch (thrown) {
    if (thrown instanceof EngineError) return thrown;
    throw thrown;
  }
}

/** An answer of the right form, in which something is replaced by anything, or anything at all. */
const answers = (good: unknown): fc.Arbitrary<EngineAnswer> => {
  const near = fc
    .tuple(fc.jsonValue(), fc.nat({ max: 12 }))
    .map(([value, at]) => {
      let seen = 0;
      return JSON.stringify(good, (_, inner: unknown) => ((seen += 1) - 1 === at ? value : inner));
    })
    .map((text) => new TextEncoder().encode(text));
  const body = fc.oneof(
    near,
    fc.jsonValue().map((value) => new TextEncoder().encode(JSON.stringify(value))),
    fc.string({ unit: 'binary' }).map((text) => new TextEncoder().encode(text)),
    fc.uint8Array({ maxLength: 300 }),
  );
  return fc.record({
    status: fc.oneof(fc.constantFrom(200, 202, 400, 401, 404, 429, 500), fc.nat({ max: 999 })),
    body,
  });
};

it('what an engine said is cut between two characters', () => {
  expect(new EngineError('failed', `${'a'.repeat(299)}😀`).said).toBe('a'.repeat(299));
});

it.each([429, 503])('a picture whose link answers with %i isn’t paid for again', (status) => {
  const made = { data: [{ url: 'https://pictures.example/1' }] };
  const body = new TextEncoder().encode(JSON.stringify(made));
  const ended = drive(editsEngine({}).make(job), ({ request }) =>
    request.makes ? { status: 200, body } : { status, body: new Uint8Array() },
  );
  expect(ended).toMatchObject({ code: 'lost-after-sending' });
});

it('a picture is kept though ComfyUI’s answer to the request to forget it is lost', () => {
  const [, , good] = ENGINES[1] ?? [];
  const body = new TextEncoder().encode(JSON.stringify(good));
  const ended = drive(comfyEngine(OWN_GRAPHS.kontext).make(job), ({ request }) =>
    request.path === '/history' ? undefined : { status: 200, body },
  );
  expect(ended).toEqual(body);
});

describe.each(ENGINES)('%s', { timeout: 3_600_000 }, (_, engine, good) => {
  it('makes of any answers a picture, or one of its own failures', () => {
    fc.assert(
      fc.property(fc.array(answers(good), { minLength: 1, maxLength: 6 }), (given) => {
        for (const start of ['probe', 'make', 'resume', 'cancel'] as const) {
          let at = 0;
          const result: unknown = drive<unknown>(
            start === 'probe' ? engine.probe() : engine[start](job),
            () => given[(at += 1) % given.length] ?? { status: 500, body: new Uint8Array() },
          );
          if (result instanceof EngineError)
            expect(result.message).toMatch(/^[A-Z][^\p{Cc}]{9,}\.$/u);
          else if (start === 'make') expect(result).toBeInstanceOf(Uint8Array);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('sends the photo in one request, which is marked as making a picture', () => {
    const sent: Step[] = [];
    drive(engine.make(job), (step) => {
      sent.push(step);
      return { status: 200, body: new TextEncoder().encode(JSON.stringify(good)) };
    });
    const photo = Buffer.from(job.photo);
    const includes = ({ body = new Uint8Array() }: { readonly body?: Uint8Array }): boolean =>
      Buffer.from(body).includes(photo) || Buffer.from(body).includes(photo.toString('base64'));
    const requests = sent.flatMap((step) => (step.do === 'ask' ? [step.request] : []));
    expect(requests.filter(includes)).toHaveLength(1);
    expect(requests.filter(({ makes }) => makes)).toHaveLength(1);
  });
});

it('fidelity is asked of the models that need it, and of no others', () => {
  const bodyOf = (model?: string): string => {
    const { value } = editsEngine({ model }).make(job).next();
    const step = value as Step;
    return step.do === 'ask' ? Buffer.from(step.request.body ?? []).toString('latin1') : '';
  };
  expect(bodyOf('gpt-image-1.5')).toContain('name="input_fidelity"\r\n\r\nhigh');
  expect(bodyOf('gpt-image-2')).not.toContain('input_fidelity');
  expect(bodyOf()).not.toContain('name="model"');
});

it('a missing name comes with those that are like it', () => {
  const known = ['flux1-kontext-dev-Q8.gguf', 'ae.safetensors', 'qwen_image_vae.safetensors'];
  expect(nearest('flux1-dev-kontext_fp8.safetensors', known)[0]).toBe(known[0]);
  expect(nearest('xyz', known)).toEqual([]);
});

describe('a verdict', () => {
  const same: Compared = {
    faces: 1,
    faceWidth: 0.3,
    presence: 0.99,
    distance: 0.3,
    baseline: 0.1,
    shape: 0.02,
    change: 0.4,
  };
  const of = (more: Partial<Compared>, check: 'face' | 'shape' = 'face') =>
    verdictOf({ ...same, ...more }, check).verdict;

  it.each([
    [{}, 'kept'],
    [{ distance: LIMITS.kept + 0.01 }, 'unsure'],
    [{ distance: LIMITS.unsure + 0.01 }, 'rejected'],
    // A poor photo rejects nobody.
    [{ distance: 0.7, baseline: 0.31 }, 'unsure'],
    [{ shape: LIMITS.shape + 0.01 }, 'unsure'],
    [{ faces: 2 }, 'rejected'],
    [{ faces: 0, presence: 0 }, 'rejected'],
    [{ faceWidth: 0.05 }, 'rejected'],
    [{ change: 0.005 }, 'rejected'],
  ] as const)('on %j is %s', (more, verdict) => expect(of(more)).toBe(verdict));

  it('on art goes by shape, and says that no face was compared', () => {
    expect(of({ distance: 0.9 }, 'shape')).toBe('kept');
    expect(of({ shape: 0.3 }, 'shape')).toBe('unsure');
    expect(verdictOf(same, 'shape').reason).toContain('isn’t compared by face');
  });

  it('without an embedding is never sure', () => {
    const { distance: _, ...rest } = same;
    expect(verdictOf(rest, 'face')).toEqual({
      verdict: 'unsure',
      code: 'not-compared',
      reason: 'It was not compared by face.',
    });
  });
});

describe('an attempt', () => {
  it('whose answer was lost is resumed where the engine can, and else made again only on request', () => {
    const next = (resumes: boolean, again: boolean) => nextOf('sent', 1, { resumes, again });
    expect(next(true, false)).toBe('resume');
    expect(next(false, false)).toBe('ask-user');
    expect(next(false, true)).toBe('make');
  });

  it('follows a rejected one, three times at most', () => {
    const rules = { resumes: false, again: false };
    const after = Array.from({ length: MOST_ATTEMPTS }, (_, at) =>
      nextOf('rejected', at + 1, rules),
    );
    expect(after).toEqual(['next-attempt', 'next-attempt', 'end']);
  });

  it('stays open if its picture may have been made', () => {
    expect(stateAfter('lost-after-sending')).toBe('sent');
    expect(stateAfter('timed-out')).toBe('sent');
    expect(stateAfter('moderation')).toBe('failed');
  });
});

describe('a workflow', () => {
  const sampler = {
    class_type: 'KSampler',
    inputs: { positive: ['6', 0], negative: ['7', 0], seed: 3 },
  };
  const text = (value: string, title = '') => ({
    class_type: 'CLIPTextEncode',
    inputs: { text: value, clip: ['4', 1] },
    _meta: { title },
  });
  const load = { class_type: 'LoadImage', inputs: { image: 'me.png' } };

  it('has its places found from the sampler upwards', () => {
    const graph = readGraph({ 3: sampler, 6: text('a cat'), 7: text('ugly'), 10: load });
    expect(slotsOf(graph)).toEqual({
      photo: ['10', 'image'],
      prompt: ['6', 'text'],
      seeds: [['3', 'seed']],
    });
  });

  it.each(['kontext', 'qwen-edit'] as const)('of our own (%s) has its places too', (name) => {
    expect(slotsOf(OWN_GRAPHS[name]).photo).toEqual(['photo', 'image']);
    expect(slotsOf(OWN_GRAPHS[name]).prompt[0]).toBe('prompt');
  });

  it('with several photos takes the one with that title, and else asks for one', () => {
    const two = { 3: sampler, 6: text('a cat'), 10: load, 11: load };
    expect(() => slotsOf(readGraph(two))).toThrow('several places for photo: LoadImage, LoadImage');
    const titled = { ...two, 11: { ...load, _meta: { title: 'Photo' } } };
    expect(slotsOf(readGraph(titled)).photo).toEqual(['11', 'image']);
    const chosen = withPlace(withPlace(readGraph(titled), 'photo', '10'), 'prompt', '6');
    expect(slotsOf(chosen)).toMatchObject({ photo: ['10', 'image'], prompt: ['6', 'text'] });
  });

  it('of the editor is explained, and so is anything else', () => {
    expect(() => readGraph({ nodes: [], links: [], last_node_id: 3 })).toThrow('Export (API)');
    for (const other of [{}, [], 'text', null, { 3: { inputs: {} } }])
      expect(() => readGraph(other)).toThrow('isn’t one that ComfyUI exports');
  });

  it('that loops ends', () => {
    const graph = readGraph({
      3: sampler,
      6: { class_type: 'A', inputs: { x: ['7', 0] } },
      7: { class_type: 'B', inputs: { y: ['6', 0] } },
      10: load,
    });
    expect(() => slotsOf(graph)).toThrow('no place for prompt');
  });
});

it('looks have ids of their own, and say nothing of age, sex or origin', () => {
  expect(new Set(LOOKS.map(({ id }) => id)).size).toBe(20);
  for (const { text } of LOOKS)
    expect(text.instruction).not.toMatch(/\b(man|woman|male|female|young|old person|his|her)\b/i);
});
