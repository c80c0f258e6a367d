import { loadAndCompile, loadLiteRt, supportsFeature, Tensor } from '@litertjs/core';

import type { EngineFiles } from '../../protocol.ts';

/** A compiled model with one float input. */
export interface Model {
  /** Runs on `input`: edge * edge * 3 values, row by row. Returns each output as a flat array. */
  run(input: Float32Array): Promise<readonly Float32Array[]>;
}

/** The three networks that every analysis needs. Outputs are described where they are decoded. */
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

/** Filters the runtime's error stream, which is full of other messages, for actual errors. */
const report = (line: string): void => {
  // oxlint-disable-next-line no-console -- the one place where a failure of the runtime says why
  if (/^(ERROR|FATAL|Aborted)/.test(line)) console.error(line);
};

/**
 * Loads LiteRT's wasm runtime into this worker. LiteRT calls `importScripts`, which module workers
 * refuse; the script is already imported as a module here, so that call is replaced by a no-op.
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
  // Use one thread: these models take milliseconds, and more threads made them slower.
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
          // Copy the output, as the runtime's memory may move or be freed.
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
 * Loads u2netp; its input is 320 x 320 RGB. A run takes about a second, so it is only fetched for
 * the first fine cut-out. `loadModels` must have loaded the runtime.
 * @throws Error if the file can't be fetched
 */
export const loadSalience = async (files: EngineFiles): Promise<Model> =>
  load(await bytesOf(files.salience), 320);

/**
 * Loads the runtime and the models, about 11 MB from the app's own origin.
 * @throws Error if a file can't be fetched
 */
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
