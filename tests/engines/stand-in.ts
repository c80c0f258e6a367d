import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { listen, stopServer } from '../../sandbox/listen.ts';
import type { Painter, Painting } from './painter.ts';

/** What the stand-in does with the next picture that it is asked for. */
export type Behaviour =
  | Painting
  /** Answers with this, as it stands. */
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: string }
  /** Takes the photo, makes the picture, and ends the connection. */
  | 'hang-up'
  /** Names the picture instead of sending it. */
  | 'link'
  /** Sends the picture as events. */
  | 'events'
  /** A page instead of a picture. */
  | 'page'
  /** A drawing with a script instead of a picture. */
  | 'drawing'
  /** A PNG of a few bytes that says it has 900 million pixels. */
  | 'bomb'
  /** Works until `release`. */
  | 'hold'
  /** Engines with jobs: is restarted, and knows nothing any more. */
  | 'restart'
  /** Engines with jobs: ends without memory. */
  | 'memory';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** Text fields of the form. */
  readonly fields: Readonly<Record<string, string>>;
  /** Its files. */
  readonly files: readonly {
    readonly name: string;
    readonly fileName: string;
    readonly bytes: Buffer;
  }[];
}

export interface StandIn {
  readonly address: string;
  /** Every request so far. */
  readonly seen: Seen[];
  /** What comes next, in order; a relit picture if nothing is left. */
  readonly next: Behaviour[];
  /** Requests for a picture so far. */
  readonly asked: () => number;
  /** Lets the jobs end that are held. */
  readonly release: () => void;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Reads a form by its boundary, as servers do. */
function formOf(request: IncomingMessage, body: Buffer): Pick<Seen, 'fields' | 'files'> {
  const fields: Record<string, string> = {};
  const files: Seen['files'][number][] = [];
  const boundary = /boundary="?([^";]+)/.exec(request.headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) return { fields, files };
  for (const part of body.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const cut = part.indexOf('\r\n\r\n');
    const head = part.slice(0, cut);
    const bytes = Buffer.from(part.slice(cut + 4, -2), 'latin1');
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? '';
    const fileName = /filename="([^"]*)"/.exec(head)?.[1];
    if (fileName === undefined) fields[name] = bytes.toString();
    else files.push({ name, fileName, bytes });
  }
  return { fields, files };
}

const send = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(value));
};

/** A PNG header that claims 30,000 x 30,000 pixels, with no pixels behind it. */
const BOMB = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000075300000753008060000000000000000',
  'hex',
);

/** Fields of a JSON body; none for any other. */
const jsonOf = (body: Buffer): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {}; // A form, or nothing.
  }
};

interface Call extends Seen {
  readonly json: Record<string, unknown>;
}

/** Listens, notes every request, and gives it to `answer`, which gets it again as the engine would. */
async function serve(
  base: string,
  answer: (call: Call, response: ServerResponse, standIn: StandIn) => Promise<void> | void,
  more: Pick<StandIn, 'asked'> & Partial<Pick<StandIn, 'release'>>,
  next: Behaviour[],
): Promise<StandIn> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', 'http://127.0.0.1');
      const body = await bodyOf(request);
      const call: Call = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        ...formOf(request, body),
        json: jsonOf(body),
      };
      seen.push(call);
      await answer(call, response, standIn);
    })();
  });
  const port = await listen(server, 0);
  const standIn: StandIn = {
    address: `http://127.0.0.1:${String(port)}${base}`,
    seen,
    next,
    release: () => undefined,
    ...more,
    close: () => stopServer(server),
  };
  return standIn;
}

const PAINTINGS = ['relit', 'other', 'two', 'none', 'copy'] as const;
const isPainting = (behaviour: Behaviour): behaviour is Painting =>
  PAINTINGS.some((one) => one === behaviour);

/**
 * A server in the place of OpenAI's `POST /images/edits` and those that follow it, written from the
 * protocol's own documents and not from our client.
 * @param key the bearer token that it wants, if any
 */
export async function openEdits(painter: Painter, key?: string): Promise<StandIn> {
  const next: Behaviour[] = [];
  const links = new Map<string, Buffer>();
  let asked = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));

  async function edit(
    request: Call,
    response: ServerResponse,
    { address }: StandIn,
  ): Promise<void> {
    const photo = request.files.find(({ name }) => name === 'image' || name === 'image[]');
    if (!photo || !request.fields['prompt']) {
      send(response, 400, {
        error: { message: 'image and prompt are required', type: 'invalid_request_error' },
      });
      return;
    }
    asked += 1;
    const behaviour = next.shift() ?? 'relit';
    if (typeof behaviour === 'object') {
      response.writeHead(behaviour.status, behaviour.headers);
      response.end(behaviour.body);
      return;
    }
    if (behaviour === 'hang-up') {
      response.destroy();
      return;
    }
    if (behaviour === 'hold') await released;
    if (behaviour === 'page') {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end('<!doctype html><title>Sign in</title><script>alert(1)</script>');
      return;
    }
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
    // JPEG called PNG, as some providers do.
    const bytes =
      behaviour === 'drawing'
        ? drawing
        : behaviour === 'bomb'
          ? BOMB
          : await painter.paint(
              isPainting(behaviour) ? behaviour : 'relit',
              photo.bytes,
              'image/jpeg',
            );
    const base64 = bytes.toString('base64');
    if (behaviour === 'link') {
      const path = `/files/${String(asked)}.png`;
      links.set(path, bytes);
      send(response, 200, { created: 1, data: [{ url: new URL(path, address).href }] });
    } else if (behaviour === 'events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const event = (type: string, more: object): string =>
        `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
      response.end(
        event('image_edit.partial_image', { b64_json: 'AAAA', partial_image_index: 0 }) +
          event('image_edit.completed', { b64_json: base64, usage: { total_tokens: 7 } }),
      );
    } else send(response, 200, { created: 1, output_format: 'png', data: [{ b64_json: base64 }] });
  }

  return serve(
    '/v1',
    async (call, response, standIn) => {
      const { method, path, headers } = call;
      if (key !== undefined && headers.authorization !== `Bearer ${key}`)
        send(response, 401, { error: { message: 'Incorrect API key', code: 'invalid_api_key' } });
      else if (method === 'GET' && path === '/v1/models')
        send(response, 200, { object: 'list', data: [{ id: 'painter-1', object: 'model' }] });
      else if (method === 'POST' && path === '/v1/images/edits')
        await edit(call, response, standIn);
      else if (links.has(path)) response.end(links.get(path));
      else send(response, 404, { detail: 'Not Found' });
    },
    { asked: () => asked, release },
    next,
  );
}

/** A job of an engine that has them. It moves on each time that somebody asks after it. */
interface Job {
  readonly id: string;
  readonly behaviour: Behaviour;
  readonly photo: Buffer;
  /** Times that it was asked after. */
  polls: number;
  cancelled: boolean;
  picture?: Buffer;
}

/** Jobs that are queued, worked on and done, by the number of times that they were asked after. */
function createJobs(painter: Painter, next: Behaviour[]) {
  const jobs = new Map<string, Job>();
  let asked = 0;
  let isHeld = true;
  return {
    jobs,
    asked: () => asked,
    release: () => {
      isHeld = false;
    },
    add(id: string, photo: Buffer): void {
      asked += 1;
      jobs.set(id, {
        id,
        photo,
        behaviour: next.shift() ?? 'relit',
        polls: 0,
        cancelled: false,
      });
    },
    /** What a job is at now. */
    async stateOf(id: string): Promise<'lost' | 'queued' | 'working' | 'done' | 'cancelled'> {
      const job = jobs.get(id);
      if (!job) return 'lost';
      if (job.cancelled) return 'cancelled';
      job.polls += 1;
      if (job.polls === 1) return 'queued';
      if (job.behaviour === 'restart') {
        jobs.clear();
        return 'lost';
      }
      if (job.polls === 2 || (job.behaviour === 'hold' && isHeld)) return 'working';
      const what = isPainting(job.behaviour) ? job.behaviour : 'relit';
      job.picture ??= await painter.paint(what, job.photo);
      return 'done';
    },
  };
}

/** The nodes of ComfyUI that the stand-in has, each with its inputs: a list is a choice of files. */
const NODES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  UNETLoader: {
    unet_name: [['qwen_image_edit_2511_fp8mixed.safetensors'], {}],
    weight_dtype: [['default', 'fp8_e4m3fn'], {}],
  },
  ModelSamplingAuraFlow: { model: ['MODEL'], shift: ['FLOAT', {}] },
  CFGNorm: { model: ['MODEL'], strength: ['FLOAT', {}] },
  CLIPLoader: {
    // As newer versions write it.
    clip_name: ['COMBO', { options: ['qwen_2.5_vl_7b_fp8_scaled.safetensors'] }],
    type: [['stable_diffusion', 'qwen_image'], {}],
  },
  VAELoader: { vae_name: [['qwen_image_vae.safetensors', 'ae.safetensors'], {}] },
  LoadImage: { image: [['example.png'], { image_upload: true }] },
  FluxKontextImageScale: { image: ['IMAGE'] },
  VAEEncode: { pixels: ['IMAGE'], vae: ['VAE'] },
  VAEDecode: { samples: ['LATENT'], vae: ['VAE'] },
  TextEncodeQwenImageEditPlus: { clip: ['CLIP'], prompt: ['STRING', {}] },
  KSampler: { seed: ['INT', {}], sampler_name: [['euler'], {}], scheduler: [['simple'], {}] },
  PreviewImage: { images: ['IMAGE'] },
  SendToCloud: { image: ['IMAGE'] },
};

interface GraphNode {
  readonly class_type: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/**
 * A server in the place of ComfyUI, written from its sources and documents: with its guard against pages
 * of other origins, its validation, and its cache, by which the same workflow gives nothing new.
 */
export async function openComfy(painter: Painter): Promise<StandIn> {
  const next: Behaviour[] = [];
  const work = createJobs(painter, next);
  const uploads = new Map<string, Buffer>();
  const ran = new Set<string>();
  const empty = new Set<string>();

  function refusalOf(graph: Readonly<Record<string, GraphNode>>): object | undefined {
    for (const [id, { class_type: kind, inputs }] of Object.entries(graph)) {
      const known = NODES[kind];
      if (!known)
        return {
          error: {
            type: 'invalid_prompt',
            message: `Node '${kind}' not found.`,
            details: `Node ID '#${id}'`,
          },
          node_errors: {},
        };
      for (const [name, value] of Object.entries(inputs)) {
        const [list] = Array.isArray(known[name]) ? (known[name] as unknown[]) : [];
        const isPhoto = kind === 'LoadImage' && name === 'image';
        const isThere = isPhoto
          ? uploads.has(String(value))
          : !Array.isArray(list) || list.includes(value);
        if (!isThere)
          return {
            error: {
              type: 'prompt_outputs_failed_validation',
              message: 'Prompt outputs failed validation',
            },
            node_errors: {
              [id]: {
                errors: [
                  {
                    type: 'value_not_in_list',
                    message: 'Value not in list',
                    details: `${name}: '${String(value)}' not in list`,
                    extra_info: { input_name: name },
                  },
                ],
                dependent_outputs: [],
                class_type: kind,
              },
            },
          };
      }
    }
    return undefined;
  }

  function queuePrompt({ json }: Call, response: ServerResponse): void {
    const graph = json['prompt'] as Record<string, GraphNode>;
    const refusal = refusalOf(graph);
    if (refusal) {
      send(response, 400, refusal);
      return;
    }
    const loader = Object.values(graph).find(({ class_type: kind }) => kind === 'LoadImage');
    const id = String(json['prompt_id']);
    const text = JSON.stringify(graph);
    if (ran.has(text)) empty.add(id);
    ran.add(text);
    work.add(id, uploads.get(String(loader?.inputs['image'])) ?? Buffer.alloc(0));
    send(response, 200, { prompt_id: id, number: work.asked(), node_errors: {} });
  }

  async function historyOf(id: string, response: ServerResponse): Promise<void> {
    const now = await work.stateOf(id);
    const end = (outputs: object, ...messages: readonly unknown[]): void => {
      const status_str = messages.length > 0 ? 'error' : 'success';
      const status = { status_str, completed: true, messages };
      send(response, 200, { [id]: { prompt: [], outputs, status } });
    };
    if (now === 'cancelled') end({}, ['execution_interrupted', { prompt_id: id }]);
    else if (now !== 'done') send(response, 200, {});
    else if (work.jobs.get(id)?.behaviour === 'memory') {
      const said = {
        node_type: 'KSampler',
        exception_type: 'torch.OutOfMemoryError',
        exception_message: 'Allocation on device',
        traceback: ['…'],
      };
      end({}, ['execution_start', {}], ['execution_error', said]);
    } else {
      const images = [{ filename: `${id}.png`, subfolder: '', type: 'temp' }];
      end(empty.has(id) ? {} : { result: { images } });
    }
  }

  const list = (which: 'pending' | 'running'): unknown[] =>
    [...work.jobs.values()]
      .filter(
        ({ polls, cancelled, picture }) =>
          !cancelled && !picture && polls < 2 === (which === 'pending'),
      )
      .map(({ id }, at) => [at, id, {}, {}, []]);

  return serve(
    '',
    async (call, response) => {
      const { method, path, headers, query, json, files, fields } = call;
      const origin = headers.origin === undefined ? undefined : new URL(headers.origin).host;
      if (headers['sec-fetch-site'] === 'cross-site' || (origin ?? headers.host) !== headers.host) {
        response.writeHead(403).end();
        return;
      }
      const route = `${method} ${path.replace(/^\/history\/.*/, '/history/id')}`;
      if (route === 'GET /system_stats')
        send(response, 200, { system: { comfyui_version: '0.35.0' }, devices: [] });
      else if (route === 'GET /object_info') {
        const info = Object.entries(NODES).map(([name, required]) => [
          name,
          { input: { required }, display_name: name, api_node: name === 'SendToCloud' },
        ]);
        send(response, 200, Object.fromEntries(info));
      } else if (route === 'POST /upload/image') {
        const [file] = files;
        const type = fields['type'] ?? 'input';
        if (!file || file.fileName === '') response.writeHead(400).end();
        else {
          // Another name than it was sent with.
          const name = `up ${file.fileName}`;
          uploads.set(`${name} [${type}]`, file.bytes);
          send(response, 200, { name, subfolder: '', type });
        }
      } else if (route === 'POST /prompt') queuePrompt(call, response);
      else if (route === 'GET /history/id')
        await historyOf(decodeURIComponent(path.slice('/history/'.length)), response);
      else if (route === 'GET /queue')
        send(response, 200, { queue_running: list('running'), queue_pending: list('pending') });
      else if (route === 'GET /view') {
        const picture = work.jobs.get((query.get('filename') ?? '').slice(0, -4))?.picture;
        if (picture && query.get('type') === 'temp') response.end(picture);
        else response.writeHead(404).end();
      } else if (route === 'POST /interrupt' || route === 'POST /queue') {
        const ids = [json['prompt_id'], ...((json['delete'] as unknown[] | undefined) ?? [])];
        for (const id of ids) {
          const job = work.jobs.get(String(id));
          if (job) job.cancelled = true;
        }
        response.end();
      } else if (route === 'POST /history') {
        for (const id of (json['delete'] as unknown[] | undefined) ?? [])
          work.jobs.delete(String(id));
        response.end();
      } else response.writeHead(404).end();
    },
    work,
    next,
  );
}

const photoIn = (value: unknown): Buffer => {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [];
  return Buffer.from(typeof first === 'string' ? first : '', 'base64');
};

/** A server in the place of stable-diffusion.cpp's `sd-server`, written from its documents. */
export async function openSdcpp(painter: Painter): Promise<StandIn> {
  const next: Behaviour[] = [];
  const work = createJobs(painter, next);
  return serve(
    '',
    async ({ method, path, json }, response) => {
      const [, id = '', action = ''] = /^\/sdcpp\/v1\/jobs\/([^/]+)(\/cancel)?$/.exec(path) ?? [];
      if (method === 'GET' && path === '/sdcpp/v1/capabilities')
        send(response, 200, {
          model: { name: 'qwen-image-edit', path: '/models' },
          supported_modes: ['img_gen'],
          features_by_mode: {
            img_gen: { ref_images: true, cancel_queued: true, cancel_generating: false },
          },
          limits: { max_queue_size: 8 },
        });
      else if (method === 'POST' && path === '/sdcpp/v1/img_gen') {
        if (next[0] !== undefined && typeof next[0] === 'object') {
          const { status, body } = next.shift() as { status: number; body: string };
          response.writeHead(status).end(body);
          return;
        }
        const name = `job-${String(work.asked() + 1)}`;
        work.add(name, photoIn(json['ref_images']));
        send(response, 202, {
          id: name,
          kind: 'img_gen',
          status: 'queued',
          created: 1,
          poll_url: `/sdcpp/v1/jobs/${name}`,
        });
      } else if (id !== '' && action !== '') {
        const job = work.jobs.get(id);
        if (job && job.polls < 2) job.cancelled = true;
        send(response, job?.cancelled ? 200 : 409, {});
      } else if (id !== '') {
        const now = await work.stateOf(id);
        const job = work.jobs.get(id);
        if (now === 'lost') send(response, 404, { error: 'job_not_found' });
        else if (now === 'cancelled') send(response, 200, { id, status: 'cancelled' });
        else if (now === 'queued') send(response, 200, { id, status: 'queued', queue_position: 1 });
        else if (now === 'working') send(response, 200, { id, status: 'generating' });
        else if (job?.behaviour === 'memory')
          send(response, 200, {
            id,
            status: 'failed',
            error: { code: 'generation_failed', message: 'failed to allocate' },
          });
        else
          send(response, 200, {
            id,
            status: 'completed',
            result: {
              output_format: 'png',
              images: [{ index: 0, b64_json: job?.picture?.toString('base64') }],
            },
          });
      } else send(response, 404, { error: 'not found' });
    },
    work,
    next,
  );
}

const IMG2IMG = new Set(
  'init_images prompt negative_prompt denoising_strength steps cfg_scale width height seed batch_size save_images send_images force_task_id'.split(
    ' ',
  ),
);

/** A server in the place of AUTOMATIC1111 with --api-auth, written from its sources. */
export async function openSdapi(painter: Painter, login: string): Promise<StandIn> {
  const next: Behaviour[] = [];
  let asked = 0;
  return serve(
    '',
    async ({ method, path, headers, json }, response) => {
      if (headers.authorization !== `Basic ${Buffer.from(login).toString('base64')}`)
        send(response, 401, { detail: 'Incorrect username or password' });
      else if (method === 'GET' && path === '/sdapi/v1/sd-models')
        send(response, 200, [{ title: 'painter [abc]', model_name: 'painter', hash: 'abc' }]);
      else if (method === 'POST' && path === '/sdapi/v1/img2img') {
        const unknown = Object.keys(json).find((name) => !IMG2IMG.has(name));
        if (unknown !== undefined) {
          send(response, 422, {
            detail: [{ loc: ['body', unknown], msg: 'extra fields not permitted' }],
          });
          return;
        }
        asked += 1;
        const behaviour = next.shift() ?? 'relit';
        if (behaviour === 'memory')
          send(response, 500, {
            error: 'OutOfMemoryError',
            detail: '',
            body: '',
            errors: 'CUDA out of memory. Tried to allocate 2 GiB',
          });
        else {
          const what = isPainting(behaviour) ? behaviour : 'relit';
          const picture = await painter.paint(what, photoIn(json['init_images']));
          send(response, 200, {
            images: [picture.toString('base64')],
            parameters: json,
            info: '{}',
          });
        }
      } else send(response, 404, { detail: 'Not Found' });
    },
    { asked: () => asked },
    next,
  );
}
