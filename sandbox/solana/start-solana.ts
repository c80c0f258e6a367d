import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

import type { Delays } from './chain.ts';
import type { FaultRequest } from './faults.ts';
import { resetState } from './state-folder.ts';

export interface SolanaOptions {
  /** Folder for the chain. */
  readonly folder: string;
  /** First port to try; 0 for any. */
  readonly port: number;
  /** Milliseconds per slot; with 0, only `admin.advance` moves it. */
  readonly slotMs?: number;
  /** Deletes the folder's chain first. */
  readonly reset?: boolean;
}

export type Solana = Awaited<ReturnType<typeof startSolana>>;

const stateSchema = z.object({
  genesis: z.string(),
  treasury: z.string(),
  processed: z.number(),
  confirmed: z.number(),
  finalized: z.number(),
  transactions: z.number(),
});

const answerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ready'),
    port: z.number(),
    genesis: z.string(),
    treasury: z.string(),
  }),
  z.object({ kind: z.literal('failed'), sentence: z.string() }),
]);

const DEFAULT_SLOT_MS = 400;
const PROCESS = fileURLToPath(new URL('./process.ts', import.meta.url));

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answered: unknown = await response.json();
  if (!response.ok) throw new Error(z.object({ error: z.string() }).parse(answered).error);
  return answered;
}

function adminOf(rpcUrl: string) {
  const ask = (name: string, body: unknown = {}): Promise<unknown> =>
    post(`${rpcUrl}/sandbox/${name}`, body);
  const command = async (name: string, body?: unknown): Promise<void> => {
    await ask(name, body);
  };
  return {
    state: async () => stateSchema.parse(await ask('state')),
    /** Returns the transfer's signature. */
    faucet: async (address: string, lamports: number) =>
      z.object({ signature: z.string() }).parse(await ask('faucet', { address, lamports }))
        .signature,
    advance: (slots: number) => command('advance', { slots }),
    rhythm: (slotMs: number) => command('rhythm', { slotMs }),
    delays: (delays: Delays) => command('delays', delays),
    /** Undoes everything after slot `keep`, except what is finalized. */
    fork: (keep: number) => command('fork', { keep }),
    fault: (fault: FaultRequest) => command('fault', fault),
    heal: () => command('heal'),
  };
}

/**
 * Two processes must not write one journal. The one that has it answers at the address in the
 * folder.
 */
async function refuseSecond(folder: string): Promise<void> {
  let noted: { rpcUrl: string; genesis: string };
  let state: z.infer<typeof stateSchema>;
  try {
    noted = z
      .object({ rpcUrl: z.string(), genesis: z.string() })
      .parse(JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8')));
    state = await adminOf(noted.rpcUrl).state();
  } catch {
    return; // No address recorded, or nobody answers there.
  }
  if (state.genesis === noted.genesis)
    throw new Error(
      `The sandbox in ${folder} is already running at ${noted.rpcUrl}. Stop it first.`,
    );
}

async function firstAnswer(child: ChildProcess): Promise<z.infer<typeof answerSchema>> {
  const answered = once(child, 'message').then(([message]) => answerSchema.parse(message));
  const died = once(child, 'exit').then(() => ({
    kind: 'failed' as const,
    sentence: 'The sandbox’s Solana process ended while it was starting.',
  }));
  return Promise.race([answered, died]);
}

/**
 * Starts the sandbox's Solana in its own process.
 * @throws Error with a message if the folder is in use or damaged, or no port is free
 */
export async function startSolana(options: SolanaOptions) {
  await refuseSecond(options.folder);
  if (options.reset) resetState(options.folder);
  const child = fork(PROCESS, [], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => undefined);
  const { folder, port, slotMs = DEFAULT_SLOT_MS } = options;
  child.send({ folder, port, slotMs });
  const answer = await firstAnswer(child);
  if (answer.kind === 'failed') {
    await ended;
    throw new Error(answer.sentence);
  }
  const rpcUrl = `http://127.0.0.1:${answer.port}`;
  writeFileSync(join(folder, 'running.json'), JSON.stringify({ rpcUrl, genesis: answer.genesis }));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return {
    rpcUrl,
    genesis: answer.genesis,
    treasury: answer.treasury,
    admin: adminOf(rpcUrl),
    /** Settles when the process ends, for any reason. */
    ended,
    stop: () => end('SIGTERM'),
    /** Kills the process with kill -9, like a power cut. */
    kill: () => end('SIGKILL'),
  };
}
