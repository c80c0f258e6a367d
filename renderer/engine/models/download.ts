import type { EngineFetch } from '../../ports/engine.ts';
import type { EngineFile } from '../protocol.ts';

/** Hears how far the files are, and undefined once they have all arrived or one has failed. */
export type Report = (fetching: EngineFetch | undefined) => void;

/** Fetches files and counts their bytes. Each rejects with an Error if its file can't be fetched. */
interface Fetches {
  readonly bytesOf: (file: EngineFile) => Promise<Uint8Array>;
  /** Compiles a wasm file while it arrives. */
  readonly compiled: (file: EngineFile) => Promise<WebAssembly.Module>;
  /** Imports a script as a module; its bytes count once it is there. */
  readonly imported: <T>(file: EngineFile) => Promise<T>;
}

/** Reports are this share of the whole apart, so that a fast connection doesn't send hundreds. */
const STEP = 0.005;

/**
 * Runs `work`, which fetches `files`, and reports how far they are. Bytes are counted as they come
 * out of the decoder, as the sizes known from the build are, and not as they come over the wire.
 */
export async function download<T>(
  files: readonly EngineFile[],
  report: Report,
  work: (fetches: Fetches) => Promise<T>,
): Promise<T> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let received = 0;
  let reported = 0;
  const count = (bytes: number): void => {
    received += bytes;
    if (received - reported < STEP * total && received < total) return;
    reported = received;
    report({ received, total });
  };

  async function open({ address }: EngineFile): Promise<Response> {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${String(response.status)}`);
    return response;
  }
  async function countBody({ body }: Response): Promise<void> {
    const reader = body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
      count(read.value.length);
  }
  /** Reads a response while a copy of it is counted: the original keeps what the browser knows of it. */
  async function counted<R>(
    file: EngineFile,
    read: (response: Response) => Promise<R>,
  ): Promise<R> {
    const response = await open(file);
    const copy = response.clone();
    const [result] = await Promise.all([read(response), countBody(copy)]);
    return result;
  }

  report({ received, total });
  try {
    return await work({
      bytesOf: (file) =>
        counted(file, async (response) => new Uint8Array(await response.arrayBuffer())),
      compiled: (file) =>
        counted(file, async (response) =>
          // A server that doesn't know the type only loses the head start.
          response.headers.get('Content-Type')?.startsWith('application/wasm') === true
            ? WebAssembly.compileStreaming(response)
            : WebAssembly.compile(await response.arrayBuffer()),
        ),
      async imported<M>({ address, size }: EngineFile) {
        const loaded = (await import(/* @vite-ignore */ address)) as M;
        count(size);
        return loaded;
      },
    });
  } finally {
    report(undefined);
  }
}
