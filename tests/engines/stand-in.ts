import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { listen } from '../../sandbox/listen.ts';
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
  | 'bomb';

export interface Seen {
  readonly method: string;
  readonly path: string;
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

/**
 * A server in the place of OpenAI's `POST /images/edits` and those that follow it, written from the
 * protocol's own documents and not from our client.
 * @param key the bearer token that it wants, if any
 */
export async function openEdits(painter: Painter, key?: string): Promise<StandIn> {
  const seen: Seen[] = [];
  const next: Behaviour[] = [];
  const links = new Map<string, Buffer>();
  let asked = 0;

  async function edit(request: Seen, response: ServerResponse): Promise<void> {
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
    if (behaviour === 'page') {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end('<!doctype html><title>Sign in</title><script>alert(1)</script>');
      return;
    }
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
    const isPainting = !['link', 'events', 'drawing', 'bomb'].includes(behaviour);
    // JPEG called PNG, as some providers do.
    const bytes =
      behaviour === 'drawing'
        ? drawing
        : behaviour === 'bomb'
          ? BOMB
          : await painter.paint(
              isPainting ? (behaviour as Painting) : 'relit',
              photo.bytes,
              'image/jpeg',
            );
    const base64 = bytes.toString('base64');
    if (behaviour === 'link') {
      const path = `/files/${String(asked)}.png`;
      links.set(path, bytes);
      send(response, 200, { created: 1, data: [{ url: new URL(path, standIn.address).href }] });
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

  const server = createServer((request, response) => {
    void (async () => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      const method = request.method ?? '';
      const body = await bodyOf(request);
      const one: Seen = { method, path, headers: request.headers, ...formOf(request, body) };
      seen.push(one);
      if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
        send(response, 401, { error: { message: 'Incorrect API key', code: 'invalid_api_key' } });
      } else if (method === 'GET' && path === '/v1/models') {
        send(response, 200, { object: 'list', data: [{ id: 'painter-1', object: 'model' }] });
      } else if (method === 'POST' && path === '/v1/images/edits') await edit(one, response);
      else if (links.has(path)) response.end(links.get(path));
      else send(response, 404, { detail: 'Not Found' });
    })();
  });
  const port = await listen(server, 0);
  const standIn: StandIn = {
    address: `http://127.0.0.1:${String(port)}/v1`,
    seen,
    next,
    asked: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return standIn;
}
