import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'electron-vite';
import { build, type Plugin } from 'vite';

import { CONTRACT, EVENT_PAYLOADS } from './renderer/platform/desktop/ipc-contract.ts';
import { licences } from './renderer/vite-licences.ts';
import { compiledMessages } from './renderer/vite-messages.ts';
import { rendererConfig } from './renderer/vite.config.ts';
import { enginePage } from './scripts/build-studio.ts';
import { walletPageLanguages } from './scripts/wallet-page-languages.ts';

/** The page of the loopback wallet: static files, for the user's own browser and not for Electron's. */
async function buildWalletPage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: resolve('electron/wallet-page'),
    publicDir: false,
    plugins: [walletPageLanguages(), compiledMessages(), licences(resolve('.'), false)],
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

/** The page that the app's command line draws with, beside the app's own. */
const buildEnginePage = (outDir: string): Promise<unknown> =>
  build({
    ...enginePage(outDir, false),
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
  });

/** The files that the embedded database loads at run time, beside the code that it is part of. */
const databaseFiles: Plugin = {
  name: 'database-files',
  generateBundle() {
    for (const fileName of ['pglite.wasm', 'pglite.data', 'initdb.wasm'])
      this.emitFile({
        type: 'asset',
        fileName,
        source: readFileSync(`node_modules/@electric-sql/pglite/dist/${fileName}`),
      });
  },
};

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
        {
          name: 'other-pages',
          async closeBundle() {
            await buildWalletPage(`${out}/wallet-page`);
            await buildEnginePage(`${out}/engine-page`);
          },
        },
        databaseFiles,
        compiledMessages(),
        licences(resolve('.'), false),
      ],
      ...(define ? { define } : {}),
      build: {
        outDir: `${out}/main`,
        // The built files need nothing beside them: the package then holds no node_modules.
        externalizeDeps: false,
        rolldownOptions: {
          input: 'electron/main/index.ts',
          output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        },
      },
    },
    preload: {
      plugins: [licences(resolve('.'), false)],
      define: {
        __CHANNELS__: JSON.stringify(Object.keys(CONTRACT)),
        __EVENTS__: JSON.stringify(Object.keys(EVENT_PAYLOADS)),
      },
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
