import { Environment, loadAndCompile, loadLiteRt, supportsFeature, Tensor } from '@litertjs/core';

import { LikenessError } from '../../core/errors.ts';
import type { EngineFetch } from '../../ports/engine.ts';
import type { EngineFile, EngineFiles } from '../protocol.ts';

/** Gets the bytes that have arrived so far, and undefined once all have or a file has failed. */
type Report = (fetching: EngineFetch | undefined) => void;

/** Fetches files and counts their bytes. Each rejects if its file can't be fetched. */
interface Fetches {
  readonly bytesOf: (file: EngineFile) => Promise<Uint8Array>;
  /** Compiles a wasm file while it arrives. */
  readonly compiled: (file: EngineFile) => Promise<WebAssembly.Module>;
  /** Imports a script as a module; its bytes count once it is there. */
  readonly imported: <T>(file: EngineFile) => Promise<T>;
}

/** At most one report per this share of all bytes: a fast connection would send hundreds. */
const STEP = 0.005;

/**
 * Runs `work`, which fetches `files`, and reports their bytes so far. Bytes are counted as they come
 * out of the decoder, as the sizes known from the build are, and not as they come over the wire.
 */
async function download<T>(
  files: readonly EngineFile[],
  report: Report,
  work: (fetches: Fetches) => Promise<T>,
): Promise<T> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let received = 0;
  let reported = 0;
  /** Once a file has failed, the others still arrive. */
  let isOver = false;
  const count = (bytes: number): void => {
    received += bytes;
    if (isOver || (received - reported < STEP * total && received < total)) return;
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
  /** Reads a response and counts a copy of it: compiling uses the original's address and type. */
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
  } catch (failure) {
    throw new LikenessError('engine-unloaded', {}, { cause: failure });
  } finally {
    isOver = true;
    report(undefined);
  }
}

/** Edge of each network's square input, in pixels. */
const EDGES = {
  faceDetector: 128,
  faceLandmarks: 192,
  person: 256,
  parser: 256,
  lenses: 128,
  salience: 320,
  recognition: 150,
} as const;

/** A compiled model with one float input. */
export interface Model {
  readonly edge: number;
  /**
   * Runs on `input`, edge * edge * 3 values by rows. Gives the first output of each length, or all.
   * @throws Error if no output has one of the lengths
   */
  run(input: Float32Array, ...lengths: readonly number[]): Promise<Float32Array<ArrayBuffer>[]>;
}

const NEEDED = ['faceDetector', 'faceLandmarks', 'person', 'parser', 'lenses'] as const;

/**
 * The five networks that every analysis needs. Their input is RGB in 0..1, the detector's in -1..1;
 * outputs are described where they are decoded.
 */
export type Models = Readonly<Record<(typeof NEEDED)[number], Model>>;

type OnInstance = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

interface LiteRtScope {
  ModuleFactory?: unknown;
  Module?:
    | {
        instantiateWasm: (imports: WebAssembly.Imports, done: OnInstance) => object;
        print: (line: string) => void;
        printErr: (line: string) => void;
      }
    | undefined;
  importScripts: (...urls: string[]) => void;
}

/** Filters the runtime's error stream, which is full of other messages, for actual errors. */
const report = (line: string): void => {
  // oxlint-disable-next-line no-console -- the one place where a failure of the runtime says why
  if (/^(ERROR|FATAL|Aborted)/.test(line)) console.error(line);
};

/**
 * Starts LiteRT's wasm runtime in this worker. LiteRT calls `importScripts`, which module workers
 * refuse; the script is already imported as a module here, so that call is replaced by a no-op.
 */
async function startRuntime(
  script: string,
  loader: Promise<{ ModuleFactory: unknown }>,
  compiled: Promise<WebAssembly.Module>,
): Promise<void> {
  const scope = self as unknown as LiteRtScope;
  const [{ ModuleFactory }, module] = await Promise.all([loader, compiled]);
  scope.ModuleFactory = ModuleFactory;
  scope.importScripts = () => undefined;
  // Otherwise it opens a GPU device, which no model here uses, and warns where there is none.
  Environment.create = () => Promise.resolve(new Environment({ webGpuDevice: null }));
  // LiteRT has no way to hear of a failure here, and would wait for ever.
  await new Promise<void>((resolve, reject) => {
    scope.Module = {
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then((instance) => done(instance, module), reject);
        return {};
      },
      print: () => undefined,
      printErr: report,
    };
    loadLiteRt(script).then(() => resolve(), reject);
  });
}

async function load(name: keyof typeof EDGES, bytes: Uint8Array): Promise<Model> {
  const edge = EDGES[name];
  // Use one thread: these models take milliseconds, and more threads made them slower.
  const compiled = await loadAndCompile(bytes, {
    accelerator: 'wasm',
    cpuOptions: { numThreads: 1 },
  });
  return {
    edge,
    async run(input, ...lengths) {
      const tensor = new Tensor(input, [1, edge, edge, 3]);
      try {
        const outputs = (await compiled.run(tensor)).map((output) => {
          // Copy the output, as the runtime's memory may move or be freed.
          const data = Float32Array.from(output.toTypedArray());
          output.delete();
          return data;
        });
        if (lengths.length === 0) return outputs;
        return lengths.map((length) => {
          const found = outputs.find((output) => output.length === length);
          if (!found) throw new Error(`unexpected outputs of the network '${name}'`);
          return found;
        });
      } finally {
        tensor.delete();
      }
    },
  };
}

/**
 * Loads a network that few jobs need: u2netp, for the first fine cut-out, as a run takes about a
 * second; or dlib's face embedding, for the first picture that an engine of the user's own makes,
 * whose input is RGB in 0..255. `loadModels` must have loaded the runtime.
 * @throws LikenessError 'engine-unloaded' if the file can't be fetched
 */
export async function loadModel(
  name: 'salience' | 'recognition',
  files: EngineFiles,
  report: Report,
): Promise<Model> {
  const file = files[name];
  return load(name, await download([file], report, ({ bytesOf }) => bytesOf(file)));
}

/**
 * Loads the runtime and the models, about 11 MB from the app's own origin.
 * @throws LikenessError 'engine-unloaded' if a file can't be fetched
 */
export async function loadModels(files: EngineFiles, report: Report): Promise<Models> {
  const relaxed = await supportsFeature('relaxedSimd');
  const script = relaxed ? files.runtime : files.runtimeCompat;
  const wasm = relaxed ? files.runtimeWasm : files.runtimeCompatWasm;
  const needed = NEEDED.map((name) => files[name]);
  const all = await download(
    [script, wasm, ...needed],
    report,
    async ({ bytesOf, compiled, imported }) => {
      const [bytes] = await Promise.all([
        Promise.all(needed.map(bytesOf)),
        startRuntime(script.address, imported<{ ModuleFactory: unknown }>(script), compiled(wasm)),
      ]);
      return bytes;
    },
  );
  const models: Partial<Record<keyof Models, Model>> = {};
  for (const [k, name] of NEEDED.entries()) models[name] = await load(name, all[k]);
  return models as Models;
}
