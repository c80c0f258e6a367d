import { loadAndCompile, loadLiteRt, supportsFeature, Tensor } from '@litertjs/core';

import type { EngineFiles } from '../../protocol.ts';

/** A compiled model with one float input. */
export interface Model {
  /** Runs on `input` (row-major, `shape` as given at loading); gives every output, flat. */
  run(input: Float32Array): Promise<readonly Float32Array[]>;
}

/** The engine's three networks. Outputs are described where they are decoded. */
export interface Models {
  /** 128 x 128 RGB in -1..1. */
  readonly faceDetector: Model;
  /** 192 x 192 RGB in 0..1. */
  readonly faceLandmarks: Model;
  /** 256 x 256 RGB in 0..1. */
  readonly person: Model;
}

interface LiteRtScope {
  ModuleFactory?: unknown;
  Module?:
    | {
        locateFile: (file: string) => string;
        print: (line: string) => void;
        printErr: (line: string) => void;
      }
    | undefined;
  importScripts: (...urls: string[]) => void;
}

/** The runtime tells its life story on the error stream; only errors are of use to anyone. */
const report = (line: string): void => {
  // eslint-disable-next-line no-console -- the one place where a failure of the runtime says why
  if (/^(ERROR|FATAL|Aborted)/.test(line)) console.error(line);
};

/**
 * Loads LiteRT's wasm runtime into this worker. Its own loader calls `importScripts`, which module
 * workers refuse; ours is served as a module, so the call is made to do nothing.
 */
async function startRuntime(files: EngineFiles): Promise<void> {
  const relaxed = await supportsFeature('relaxedSimd');
  const script = relaxed ? files.runtime : files.runtimeCompat;
  const wasm = relaxed ? files.runtimeWasm : files.runtimeCompatWasm;
  const scope = self as unknown as LiteRtScope;
  const loader = (await import(/* @vite-ignore */ script)) as { ModuleFactory: unknown };
  scope.ModuleFactory = loader.ModuleFactory;
  scope.Module = { locateFile: () => wasm, print: () => undefined, printErr: report };
  scope.importScripts = () => undefined;
  await loadLiteRt(script);
}

async function bytesOf(address: string): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${String(response.status)}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function load(bytes: Uint8Array, edge: number): Promise<Model> {
  // One thread: these models take milliseconds, and threads made them slower.
  const compiled = await loadAndCompile(bytes, {
    accelerator: 'wasm',
    cpuOptions: { numThreads: 1 },
  });
  return {
    async run(input) {
      const tensor = new Tensor(input, [1, edge, edge, 3]);
      try {
        const outputs = await compiled.run(tensor);
        return outputs.map((output) => {
          // A copy: the runtime's memory may move or be freed.
          const data = Float32Array.from(output.toTypedArray());
          output.delete();
          return data;
        });
      } finally {
        tensor.delete();
      }
    },
  };
}

/**
 * u2netp, which takes a second a run: fetched once the fine cut-out is asked for. 320 x 320 RGB. The
 * runtime must have been loaded.
 */
export const loadSalience = async (files: EngineFiles): Promise<Model> =>
  load(await bytesOf(files.salience), 320);

/** Loads runtime and models, about 11 MB from the app's own origin. */
export async function loadModels(files: EngineFiles): Promise<Models> {
  const fetched = Promise.all([
    bytesOf(files.faceDetector),
    bytesOf(files.faceLandmarks),
    bytesOf(files.person),
  ]);
  await startRuntime(files);
  const [detector, landmarks, person] = await fetched;
  return {
    faceDetector: await load(detector, 128),
    faceLandmarks: await load(landmarks, 192),
    person: await load(person, 256),
  };
}
