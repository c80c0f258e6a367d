import { engineFiles } from 'virtual:engine-files';

import type { EngineFiles } from './protocol.ts';

/**
 * Absolute URLs of the engine's files. Relative ones won't do: a worker's script may lie elsewhere
 * than the page's base.
 */
export function fileAddresses(): EngineFiles {
  const full = (file: string): string =>
    new URL(import.meta.env.BASE_URL + file, document.baseURI).href;
  return {
    faceDetector: full(engineFiles.faceDetector),
    faceLandmarks: full(engineFiles.faceLandmarks),
    person: full(engineFiles.person),
    salience: full(engineFiles.salience),
    runtime: full(engineFiles.runtime),
    runtimeWasm: full(engineFiles.runtimeWasm),
    runtimeCompat: full(engineFiles.runtimeCompat),
    runtimeCompatWasm: full(engineFiles.runtimeCompatWasm),
  };
}
