/** Made by `vite-models.ts`: addresses of what the worker loads, relative to the page's base. */
declare module 'virtual:engine-files' {
  export const engineFiles: Readonly<
    Record<
      | 'faceDetector'
      | 'faceLandmarks'
      | 'person'
      | 'salience'
      | 'runtime'
      | 'runtimeWasm'
      | 'runtimeCompat'
      | 'runtimeCompatWasm',
      string
    >
  >;
}
