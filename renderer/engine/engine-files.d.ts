/** Made by `vite-models.ts`: the worker's files, with addresses relative to the page's base. */
declare module 'virtual:engine-files' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- no relative import works in here
  export const engineFiles: import('./protocol.ts').EngineFiles;
}
