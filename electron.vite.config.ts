import { resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'electron-vite';
import { build, type Plugin } from 'vite';

import { licences } from './renderer/vite-licences.ts';
import { rendererConfig } from './renderer/vite.config.ts';

/** The page of the loopback wallet: static files, for the user's own browser and not for Electron's. */
async function buildWalletPage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: resolve('electron/wallet-page'),
    publicDir: false,
    plugins: [licences(resolve('.'), false)],
    logLevel: 'warn',
    build: {
      target: 'es2023',
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
}

/**
 * electron-vite makes addresses relative, as pages under file:// need them. Ours come from app://,
 * and one that is opened at /avatar/101 would look for its scripts under /avatar/.
 */
const fromTheRoot: Plugin = {
  name: 'from-the-root',
  enforce: 'post',
  config: () => ({ base: '/' }),
};

/** The desktop app for the network of LIKENESS_NETWORK; LIKENESS_OUT names another folder than `out`. */
export default defineConfig((): UserConfig => {
  const out = resolve(process.env['LIKENESS_OUT'] ?? 'out');
  const renderer = rendererConfig('desktop', process.env['LIKENESS_NETWORK'] ?? '');
  const { define } = renderer;
  return {
    main: {
      plugins: [
        { name: 'wallet-page', closeBundle: () => buildWalletPage(`${out}/wallet-page`) },
        licences(resolve('.'), false),
      ],
      ...(define ? { define } : {}),
      build: {
        outDir: `${out}/main`,
        // One file with nothing beside it: the package then holds no node_modules.
        externalizeDeps: false,
        rolldownOptions: {
          input: 'electron/main/index.ts',
          output: { format: 'es', entryFileNames: '[name].js' },
        },
      },
    },
    preload: {
      plugins: [licences(resolve('.'), false)],
      build: {
        outDir: `${out}/preload`,
        externalizeDeps: false,
        // A sandboxed preload script is one CommonJS file.
        rolldownOptions: {
          input: 'electron/preload/index.ts',
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
    renderer: {
      ...renderer,
      plugins: [...(renderer.plugins ?? []), fromTheRoot],
      build: { ...renderer.build, outDir: `${out}/renderer` },
    },
  };
});
