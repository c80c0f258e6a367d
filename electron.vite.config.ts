import { resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'electron-vite';
import { rendererConfig } from './renderer/vite.config.ts';

/** The desktop app for the network of LIKENESS_NETWORK; LIKENESS_OUT names another folder than `out`. */
export default defineConfig((): UserConfig => {
  const out = resolve(process.env['LIKENESS_OUT'] ?? 'out');
  const renderer = rendererConfig('desktop', process.env['LIKENESS_NETWORK'] ?? '');
  const { define } = renderer;
  return {
    main: {
      ...(define ? { define } : {}),
      build: {
        outDir: `${out}/main`,
        // One file with nothing beside it: the package then holds no node_modules.
        externalizeDeps: false,
        rolldownOptions: { input: 'electron/main/index.ts', output: { format: 'es', entryFileNames: '[name].js' } },
      },
    },
    preload: {
      build: {
        outDir: `${out}/preload`,
        externalizeDeps: false,
        // A sandboxed preload script is one CommonJS file.
        rolldownOptions: { input: 'electron/preload/index.ts', output: { format: 'cjs', entryFileNames: '[name].cjs' } },
      },
    },
    renderer: { ...renderer, build: { ...renderer.build, outDir: `${out}/renderer` } },
  };
});
