import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { EngineError } from '../../renderer/core/engines/engine.ts';
import { LOOKS } from '../../renderer/core/looks.ts';
import { openLikeness, person, type Likeness, type Run } from '../studio/likeness.ts';
import { openPainter, type Painter } from './painter.ts';
import { openComfy, openEdits, openSdapi, openSdcpp, type StandIn } from './stand-in.ts';

let likeness: Likeness;
let painter: Painter;
/** The stand-in of the running test, which is called `own`. */
let engine: StandIn;
beforeAll(async () => {
  likeness = await openLikeness();
  painter = await openPainter(person('rafael'));
});
afterAll(async () => {
  likeness.remove();
  await painter.close();
});

const path = (...parts: readonly string[]): string => join(likeness.folder, ...parts);
let runs = 0;
let out: string;
beforeEach(() => {
  out = `out-${String((runs += 1))}`;
});

const outcome = z.object({
  look: z.string(),
  version: z.number(),
  state: z.string(),
  reason: z.string(),
  file: z.string().optional(),
  attempts: z.array(z.looseObject({ state: z.string(), seed: z.number() })),
});
const looksIn = (folder: string) =>
  z
    .object({ people: z.array(z.object({ looks: z.array(outcome) })) })
    .parse(JSON.parse(readFileSync(path(folder, 'report.json'), 'utf8')))
    .people.flatMap(({ looks }) => looks);

/** For a `describe`: each test has a new stand-in. */
function withEngine(open: (painter: Painter) => Promise<StandIn>): void {
  beforeEach(async () => {
    engine = await open(painter);
  });
  afterEach(() => engine.close());
}
/** The variables that name it. */
const named = (own: object) => ({
  LIKENESS_ENGINES: JSON.stringify({ own: { address: engine.address, ...own } }),
});
/** The words of `likeness look` for it. */
const command = (looks: string, ...more: readonly string[]): string[] => [
  ...['look', person('mara'), '--engine', 'own', '--look', looks, '--out', out, ...more],
];

describe('an OpenAI-compatible engine', () => {
  withEngine((painter) => openEdits(painter, 'secret-key'));

  const env = () => ({ ...named({ kind: 'edits', key: 'ENGINE_KEY' }), ENGINE_KEY: 'secret-key' });
  const look = (
    looks: string,
    args: readonly string[] = ['--yes-send-photo'],
    variables = env(),
  ): Promise<Run> => likeness.run(command(looks, ...args), variables);

  it('gets head and shoulders and nothing else, and its picture is kept', async () => {
    const run = await look('linkedin');
    expect(run.code, run.out + run.err).toBe(0);
    expect(run.err).toContain(`own at ${engine.address}, on this machine`);
    expect(run.err).toContain(LOOKS[0]?.text.instruction);
    const [edit] = engine.seen.filter(({ files }) => files.length > 0);
    expect(edit?.fields).toMatchObject({ prompt: LOOKS[0]?.text.instruction, size: '1024x1024' });
    const [photo] = edit?.files ?? [];
    expect(photo?.fileName).toMatch(/^[0-9a-f-]{36}\.jpg$/);
    const bytes = photo?.bytes ?? Buffer.alloc(0);
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(bytes.includes('Exif')).toBe(false);
    const headers = Object.keys(edit?.headers ?? {}).join(' ');
    expect(headers).not.toMatch(/origin|referer|sec-|cookie/);

    const [made] = looksIn(out);
    expect(made).toMatchObject({ look: 'linkedin', version: 1, state: 'kept' });
    const file = readFileSync(path(out, made?.file ?? ''));
    expect(file.subarray(1, 4).toString()).toBe('PNG');
    expect(file.toString('latin1')).toContain('digitalsourcetype/trainedAlgorithmicMedia');
    expect(readFileSync(path(out, '.likeness', 'journal.jsonl'), 'utf8')).not.toContain('secret');

    const again = await look('linkedin');
    expect(again.code, again.err).toBe(0);
    expect(engine.asked()).toBe(1);
  });

  it('isn’t sent a photo that nobody allowed', async () => {
    const run = await look('linkedin', []);
    expect(run.code).toBe(130);
    expect(run.err).toContain('Nothing was sent.');
    expect(engine.seen.flatMap(({ files }) => files)).toEqual([]);
  });

  it('is asked three times at most, and nothing that it made is lost', async () => {
    engine.next.push('other', 'two', 'none', 'copy', 'relit');
    const run = await look('doctor,city');
    expect(run.code, run.out + run.err).toBe(3);
    expect(engine.asked()).toBe(5);
    const [doctor, city] = looksIn(out);
    expect(doctor?.state).toBe('rejected');
    expect(doctor?.attempts.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^It is somebody else \(face distance 0\.\d\d\)\.$/),
      'It shows 2 faces instead of one.',
      'It shows no clear face.',
    ]);
    expect(city?.state).toBe('kept');
    expect(city?.attempts[0]).toMatchObject({ reason: 'It is a copy of the photo.' });
    expect(readdirSync(path(out, 'mara', 'rejected'))).toHaveLength(4);
    expect(run.out).toContain('It is somebody else');
  });

  it('may answer with a link, or with events', async () => {
    engine.next.push('link', 'events');
    const run = await look('doctor,city');
    expect(run.code, run.out + run.err).toBe(0);
  });

  it('may refuse in every way, and each has its sentence', async () => {
    const json = (status: number, value: object) => ({ status, body: JSON.stringify(value) });
    engine.next.push(
      json(400, {
        error: { message: 'Rejected by the safety system', code: 'moderation_blocked' },
      }),
      json(429, { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }),
      json(500, { error: 'CUDA out of memory' }),
      { status: 302, headers: { Location: 'http://169.254.169.254/' }, body: '' },
      'page',
      'drawing',
      'bomb',
    );
    const run = await look('linkedin,executive,start-up,lawyer,doctor,teacher,city');
    expect(run.code, run.err).toBe(3);
    expect(looksIn(out).map(({ reason }) => reason)).toEqual([
      'Its safety check refused the picture: Rejected by the safety system, moderation_blocked. Choose another look.',
      'Its account has no credit left, or a limit is reached: You exceeded your quota, insufficient_quota.',
      'It ran out of memory. Free some, or take a smaller model.',
      'It answered with a redirect, which isn’t followed. Name the address it leads to.',
      expect.stringMatching(/^It didn’t answer with a picture: Sign in/),
      'It didn’t answer with a picture: its bytes can’t be read as one.',
      'It didn’t answer with a picture: its bytes can’t be read as one.',
    ]);
    expect(engine.asked()).toBe(7);
    expect(existsSync(path(out, 'mara'))).toBe(false);
  });

  it('that hangs up may have charged, so it is asked again only on request', async () => {
    engine.next.push('hang-up');
    const lost = await look('linkedin');
    expect(lost.code, lost.err).toBe(3);
    expect(lost.out).toContain('may have charged for it');
    const still = await look('linkedin');
    expect(still.out).toContain('--again');
    expect(engine.asked()).toBe(1);
    const again = await look('linkedin', ['--yes-send-photo', '--again']);
    expect(again.code, again.out).toBe(0);
    expect(engine.asked()).toBe(2);
  });

  it('is asked again after a kill, when the answer had not come', async () => {
    engine.next.push({ status: 503, headers: { 'Retry-After': '30' }, body: '{}' });
    const killed = likeness.start(command('linkedin', '--json', '--yes-send-photo'), env());
    await killed.said(/"event":"asking"/);
    killed.process.kill('SIGKILL');
    await killed.ended;
    const lost = await look('linkedin');
    expect(lost.out).toContain('--again');
  });

  it('is shown by the doctor as it is', async () => {
    const engineOf = (more: object) => ({ kind: 'edits', address: engine.address, ...more });
    const variables = {
      ENGINE_KEY: 'secret-key',
      LIKENESS_ENGINES: JSON.stringify({
        good: engineOf({ key: 'ENGINE_KEY' }),
        locked: engineOf({}),
        modelless: engineOf({ key: 'ENGINE_KEY', model: 'other' }),
        away: engineOf({ address: 'http://127.0.0.1:9' }),
        inside: engineOf({ address: 'http://169.254.169.254' }),
        open: engineOf({ address: 'http://93.184.215.14' }),
        keyless: engineOf({ key: 'NO_KEY' }),
      }),
    };
    const run = await likeness.run(['doctor'], variables);
    expect(run.code).toBe(4);
    const about = (name: string) =>
      run.out.split('\n').find((line) => line.includes(`Engine ${name}:`));
    expect(about('good')).toBe(`ok   Engine good: ready at ${engine.address} (painter-1)`);
    expect(about('locked')).toContain('It doesn’t accept the key.');
    expect(about('modelless')).toContain('it doesn’t list the model other, only painter-1');
    expect(about('away')).toContain('It doesn’t answer.');
    expect(about('inside')).toContain('link-local and reserved addresses are refused');
    expect(about('open')).toContain('so is http outside this machine');
    expect(about('keyless')).toContain('keyless has its key in NO_KEY, which is empty.');
    expect(engine.asked()).toBe(0);
  });
});

describe.each([
  ['comfy', openComfy],
  ['sdcpp', openSdcpp],
] as const)('an engine with jobs (%s)', (kind, openEngine) => {
  withEngine(openEngine);

  const env = () => named({ kind });
  const yes = ['--yes-send-photo', '--json'];

  it('makes looks, also after a restart that lost them, and says what it can’t', async () => {
    engine.next.push('relit', 'restart', 'relit', 'memory', 'other', 'relit');
    const run = await likeness.run(command('linkedin,doctor,city,cafe', ...yes), env());
    expect(run.code, run.out + run.err).toBe(3);
    expect(run.out).toContain('"place":0');
    expect(looksIn(out).map(({ state, attempts }) => [state, attempts.length])).toEqual([
      ['kept', 1],
      ['kept', 1],
      ['failed', 1],
      ['kept', 2],
    ]);
    expect(looksIn(out)[2]?.reason).toBe(
      'It ran out of memory. Free some, or take a smaller model.',
    );
    expect(engine.asked()).toBe(6);
  });

  it('is asked after the same job by the run after a kill', async () => {
    engine.next.push('hold');
    const killed = likeness.start(command('linkedin', ...yes), env());
    await killed.said(/"place":0/);
    killed.process.kill('SIGKILL');
    await killed.ended;
    engine.release();
    const run = await likeness.run(command('linkedin', ...yes), env());
    expect(run.code, run.out + run.err).toBe(0);
    expect(engine.asked()).toBe(1);
  });

  it('is ready, and the doctor says so', async () => {
    const run = await likeness.run(['doctor'], env());
    expect(run.out).toContain(`ok   Engine own: ready at ${engine.address}`);
  });
});

const item = z.object({
  ...{ n: z.number(), name: z.string(), state: z.string(), recipe: z.looseObject({}) },
  ...{ code: z.string().optional(), reason: z.string().optional() },
  attempts: z.array(z.object({ state: z.string(), reason: z.string() })).optional(),
});

describe.each([
  ['edits', openEdits],
  ['comfy', openComfy],
] as const)('the API (%s)', (kind, openEngine) => {
  withEngine(openEngine);

  it('takes the name of an engine, and makes looks once the operator lets photos go to it', async () => {
    const env = {
      DATABASE_URL: '',
      LIKENESS_STUDIO_DATA: path(`data-${kind}`),
      ...named({ kind }),
    };
    const serve = async (...more: readonly string[]) => {
      const serving = likeness.start(['serve', '--port', '0', ...more], env);
      return { serving, url: (await serving.said(/Listening on (\S+)/))[1] ?? '' };
    };
    const token = (await likeness.run(['token', 'add', 'own'], env)).out.trim();
    const headers = { Authorization: `Bearer ${token}` };
    const post = (url: string, looks: readonly string[]) => {
      const body = new FormData();
      body.set('recipes', JSON.stringify({ engine: 'own', looks, own: 'A red hat.' }));
      body.append('photos', new Blob([readFileSync(person('mara'))]), 'mara.webp');
      return fetch(`${url}/v1/batches`, { method: 'POST', body, headers });
    };
    const read = async (url: string) => (await fetch(url, { headers })).text();
    const closed = await serve();
    const refused = await post(closed.url, ['linkedin']);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('lets requests send photos to none'),
    ]);
    closed.serving.process.kill('SIGTERM');
    await closed.serving.ended;

    let { serving, url } = await serve('--yes-send-photo');
    await serving.said(new RegExp(`Photos go to own at ${engine.address}, on this machine`));
    engine.next.push('other', 'other', 'none', 'relit', 'hold');
    const posted = await post(url, ['linkedin', 'doctor']);
    expect(posted.status, await posted.clone().text()).toBe(201);
    const { id } = z.object({ id: z.string() }).parse(await posted.json());
    // The third is being made when the process dies.
    await vi.waitUntil(() => engine.asked() === 5, { timeout: 120_000, interval: 200 });
    serving.process.kill('SIGKILL');
    await serving.ended;
    engine.release();
    ({ serving, url } = await serve('--yes-send-photo'));
    const at = `${url}/v1/batches/${id}`;
    expect(await read(`${at}/events`)).toContain('"state":"done"');
    const { items } = z
      .object({ items: z.array(item) })
      .parse(JSON.parse(await read(`${at}/items`)));
    expect(items).toMatchObject([
      {
        name: 'LinkedIn classic',
        state: 'failed',
        code: 'look-rejected',
        reason: 'It shows no clear face.',
        attempts: Array(3).fill({ state: 'rejected' }),
        recipe: { look: { id: 'linkedin', version: 1 }, engine: { name: 'own', kind } },
      },
      { name: 'Doctor', state: 'done', attempts: [{ state: 'kept' }] },
      kind === 'edits'
        ? {
            state: 'failed',
            code: 'look-failed',
            reason: new EngineError('lost-after-sending').message,
          }
        : { state: 'done', attempts: [{ state: 'kept' }] },
    ]);
    // What may have been made isn't asked for again.
    expect(engine.asked()).toBe(5);
    expect(await read(`${at}/items`)).not.toContain(engine.address);
    expect(await read(`${at}/items/2/picture`)).toContain('trainedAlgorithmicMedia');
    serving.process.kill('SIGTERM');
    await serving.ended;
  });
});

describe('ComfyUI', () => {
  withEngine(openComfy);

  const env = (workflow?: string) => named({ kind: 'comfy', workflow });
  const look = (workflow?: string) =>
    likeness.run(command('linkedin', '--yes-send-photo'), env(workflow));

  it('keeps neither photo nor history', async () => {
    const run = await look();
    expect(run.code, run.err).toBe(0);
    const [upload] = engine.seen.filter(({ files }) => files.length > 0);
    expect(upload?.fields).toMatchObject({ type: 'temp' });
    expect(engine.seen.at(-1)).toMatchObject({ method: 'POST', path: '/history' });
  });

  it('stops the one job when the command is stopped', async () => {
    engine.next.push('hold');
    const running = likeness.start(command('linkedin,city', '--yes-send-photo', '--json'), env());
    await running.said(/"place":0/);
    running.process.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    const stop = engine.seen.filter(({ path: to }) => to === '/interrupt');
    expect(stop).toHaveLength(1);
    expect(engine.asked()).toBe(1);
  });

  it('that lacks a model or a node gets no photo, and near names are listed', async () => {
    const run = await look('kontext');
    expect(run.code).toBe(4);
    expect(run.err).toContain('UNETLoader lacks flux1-dev-kontext_fp8_scaled.safetensors');
    expect(run.err).toContain('it lacks the node DualCLIPLoader (there is CLIPLoader');
    expect(engine.seen.flatMap(({ files }) => files)).toEqual([]);
  });

  it('with a workflow of the user’s own says where that passes the photo on', async () => {
    writeFileSync(path('flow.json'), JSON.stringify(FLOW));
    const run = await look('flow.json');
    expect(run.code, run.err).toBe(0);
    expect(run.err).toContain('own passes the photo on to others: its workflow has SendToCloud.');
    writeFileSync(path('editor.json'), JSON.stringify({ nodes: [], links: [] }));
    const other = await look('editor.json');
    expect(other.code).toBe(2);
    expect(other.err).toContain('export it again with Workflow, Export (API)');
  });
});

/** A workflow as ComfyUI exports it. */
const FLOW = {
  '3': {
    class_type: 'KSampler',
    inputs: {
      seed: 156680208700286,
      positive: ['6', 0],
      negative: ['7', 0],
      latent_image: ['8', 0],
    },
    _meta: { title: 'KSampler' },
  },
  '6': {
    class_type: 'TextEncodeQwenImageEditPlus',
    inputs: { prompt: 'a hat', image1: ['12', 0] },
  },
  '7': { class_type: 'TextEncodeQwenImageEditPlus', inputs: { prompt: 'blurry' } },
  '8': { class_type: 'VAEEncode', inputs: { pixels: ['10', 0] } },
  '10': { class_type: 'LoadImage', inputs: { image: 'me.png' }, _meta: { title: 'Load Image' } },
  '12': { class_type: 'SendToCloud', inputs: { image: ['10', 0] } },
  '9': { class_type: 'PreviewImage', inputs: { images: ['3', 0] } },
};

describe('AUTOMATIC1111', () => {
  withEngine((painter) => openSdapi(painter, 'me:secret'));

  const look = (looks: string, login = 'me:secret') =>
    likeness.run(command(looks, '--yes-send-photo'), {
      ...named({ kind: 'sdapi', key: 'ENGINE_LOGIN' }),
      ENGINE_LOGIN: login,
    });

  it('makes art, which isn’t compared by face', async () => {
    engine.next.push('relit', 'memory');
    const run = await look('oil,comic');
    expect(run.code, run.err).toBe(3);
    const [oil, comic] = looksIn(out);
    expect(oil).toMatchObject({ state: 'kept' });
    expect(oil?.reason).toContain('art isn’t compared by face');
    expect(comic?.reason).toContain('out of memory');
  });

  it('isn’t asked for photographs, nor with a wrong password', async () => {
    const photograph = await look('linkedin');
    expect(photograph.code).toBe(2);
    expect(photograph.err).toContain('it makes art only: oil, comic, animated');
    const wrong = await look('oil', 'me:guess');
    expect(wrong.code).toBe(4);
    expect(wrong.err).toContain('It doesn’t accept the key.');
    expect(engine.asked()).toBe(0);
  });
});
