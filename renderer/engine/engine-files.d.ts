/** Made by `vite-models.ts`: addresses of what the worker loads, relative to the page's base. */
declare module 'virtual:engine-files' {
  export const engineFiles: import('./protocol.ts').EngineFiles;
}
