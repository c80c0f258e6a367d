import { engineFiles } from 'virtual:engine-files';

import type { EngineFile, EngineFiles } from './protocol.ts';

/**
 * The engine's files, with absolute URLs. Relative ones won't do: a worker's script may lie elsewhere
 * than the page's base.
 */
export function fileAddresses(): EngineFiles {
  const full = ({ address, size }: EngineFile): EngineFile => ({
    address: new URL(import.meta.env.BASE_URL + address, document.baseURI).href,
    size,
  });
  return {
    faceDetector: full(engineFiles.faceDetector),
    faceLandmarks: full(engineFiles.faceLandmarks),
    person: full(engineFiles.person),
    parser: full(engineFiles.parser),
    salience: full(engineFiles.salience),
    recognition: full(engineFiles.recognition),
    runtime: full(engineFiles.runtime),
    runtimeWasm: full(engineFiles.runtimeWasm),
    runtimeCompat: full(engineFiles.runtimeCompat),
    runtimeCompatWasm: full(engineFiles.runtimeCompatWasm),
  };
}
