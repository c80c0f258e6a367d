import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import { readUpTo } from '../../engine-host/outbound.ts';
import { listen, stopServer } from '../listen.ts';
import { admitted, keepsAlive, reply } from '../loopback.ts';
import { readDataItem } from './data-item.ts';

/** Like ArDrive Turbo: items up to this size are free; larger ones would cost money. */
const FREE_BYTES = 107_520;
const LARGEST_BODY = 1024 * 1024;
const ID = /^[A-Za-z0-9_-]{43}$/;
const SERVED_TYPES = /^(image\/(webp|jpeg|png)|video\/(mp4|webm)|application\/json)$/;

/** Faults that a test can switch on until it clears them. */
export type GatewayFault =
  /** Every request gets a 503. */
  | 'down'
  /** Uploads succeed, but can't be read back. */
  | 'forgets'
  /** One byte is changed when an item is read back. */
  | 'tampered'
  /** Uploads are refused, as for an empty balance. */
  | 'refuses';

export interface GatewayOptions {
  /** Folder for the items. */
  readonly folder: string;
  /** First port to try; 0 for any. */
  readonly port: number;
  readonly reset?: boolean;
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

/**
 * An Arweave bundling gateway for the sandbox with ArDrive Turbo's API: `/v1/info`, `POST /v1/tx`,
 * and `/<id>` and `/raw/<id>` for stored items. It verifies every item's signature and size and
 * keeps the items between starts. Nothing leaves this machine.
 */
export async function startGateway({ folder, port, reset = false }: GatewayOptions) {
  if (reset) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const state: { fault?: GatewayFault; uploads: number } = { uploads: 0 };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    state.uploads += 1;
    const wire = await readUpTo(request, LARGEST_BODY);
    if (!wire) return reply(response, 413, { error: 'The item is too large.' });
    if (state.fault === 'refuses' || wire.length > FREE_BYTES)
      return reply(response, 402, { error: 'Insufficient balance' });
    try {
      const { id } = readDataItem(wire);
      const path = join(folder, id);
      if (existsSync(path)) return reply(response, 202, { id });
      writeFileSync(`${path}.new`, wire);
      renameSync(`${path}.new`, path);
      return reply(response, 200, {
        id,
        timestamp: Date.now(),
        winc: '0',
        version: '0.2.0',
        dataCaches: [],
        fastFinalityIndexes: [],
      });
    } catch (thrown) {
      return reply(response, 400, {
        error: thrown instanceof Error ? thrown.message : 'Invalid Data Item!',
      });
    }
  }

  function give(id: string, response: ServerResponse): ServerResponse {
    const path = join(folder, id);
    if (!ID.test(id) || state.fault === 'forgets' || !existsSync(path))
      return reply(response, 404, { error: 'Not found' });
    const { tags, data } = readDataItem(readFileSync(path));
    const type = tags.find(({ name }) => name === 'Content-Type')?.value ?? '';
    const given = Buffer.from(data);
    if (state.fault === 'tampered') given[0] = (given[0] ?? 0) ^ 1;
    response.writeHead(200, {
      'Content-Type': SERVED_TYPES.test(type) ? type : 'application/octet-stream',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    return response.end(given);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    if (!admitted(request, response, ['GET', 'POST'], ['content-type'])) return;
    if (state.fault === 'down') return reply(response, 503, { error: 'Service unavailable' });
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (request.method === 'POST' && path === '/v1/tx') return take(request, response);
    if (request.method !== 'GET') return reply(response, 405, { error: 'Not served.' });
    if (path === '/v1/info')
      return reply(response, 200, {
        version: '0.2.0',
        addresses: {},
        gateway: '127.0.0.1',
        freeUploadLimitBytes: FREE_BYTES,
      });
    return give(path.slice(path.lastIndexOf('/') + 1), response);
  }

  const server = keepsAlive(handle);
  const url = `http://127.0.0.1:${await listen(server, port)}`;
  return {
    url,
    /** Configuration for the app. */
    media: { upload: `${url}/v1`, read: url },
    /** Items stored, without repetitions, and attempted uploads. */
    get counts() {
      return {
        items: readdirSync(folder).filter((name) => ID.test(name)).length,
        uploads: state.uploads,
      };
    },
    fault: (fault: GatewayFault) => void (state.fault = fault),
    heal() {
      delete state.fault;
    },
    stop: () => stopServer(server),
  };
}
