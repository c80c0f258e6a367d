import { engineFiles } from 'virtual:engine-files';

import type { EngineFiles } from './protocol.ts';

/** Full addresses of the engine's files: a worker may have been started from elsewhere than the page's base. */
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
