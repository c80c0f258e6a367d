import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const PROCESS = fileURLToPath(new URL('./anvil-process.ts', import.meta.url));
const startedSchema = z.union([z.object({ url: z.string() }), z.object({ failed: z.string() })]);
const answerSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  result: z.unknown().optional(),
  error: z
    .object({ code: z.number(), message: z.string(), data: z.unknown().optional() })
    .optional(),
});

export type RpcAnswer = z.infer<typeof answerSchema>;

export type Anvil = Awaited<ReturnType<typeof startAnvil>>;

/**
 * Starts anvil on any free port, with an empty chain that mines on demand.
 * @throws Error with a message
 */
export async function startAnvil(chainId: number) {
  const child: ChildProcess = fork(PROCESS, [String(chainId)], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => undefined);
  const started = await Promise.race([
    once(child, 'message').then(([message]) => startedSchema.parse(message)),
    ended.then(() => ({ failed: 'it ended while it was starting' })),
  ]);
  if ('failed' in started)
    throw new Error(`The sandbox’s Polygon can’t be started: ${started.failed}.`);
  const { url } = started;

  /** One JSON-RPC call, answered under `id`. */
  const call = async (method: string, params: unknown, id: RpcAnswer['id']): Promise<RpcAnswer> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    });
    return answerSchema.parse(await response.json());
  };
  return {
    call,
    /** The result of a call. @throws Error with the chain's message */
    ask: async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
      const { result, error } = await call(method, params, 1);
      if (error) throw new Error(error.message);
      return result;
    },
    /** Settles when the process ends, for any reason. */
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
