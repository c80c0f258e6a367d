import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

import { readBuildConfig } from './core/build-config.ts';
import { PRICE_BOOK_VERSION } from './core/plans.ts';
import { engineFiles } from './engine/vite-models.ts';
import { licences } from './vite-licences.ts';
import { preloadFace } from './vite-preload-face.ts';
import { versionFile } from './vite-version.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What the browser build and the desktop's renderer have in common. */
export function rendererConfig(app: 'web' | 'desktop', network: string): UserConfig {
  const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8')) as {
    version: string;
  };
  const config = readBuildConfig({ ...process.env, LIKENESS_NETWORK: network }, version);
  return {
    root: here('.'),
    base: '/',
    plugins: [
      react(),
      preloadFace(/fraunces-latin-opsz-normal.*\.woff2$/),
      engineFiles(),
      licences(here('..')),
      versionFile({ version, priceBook: PRICE_BOOK_VERSION }),
    ],
    // Constants, so that a mainnet bundle drops the sandbox's code.
    define: {
      __NETWORK__: JSON.stringify(config.network),
      __CONFIG__: JSON.stringify(config),
    },
    worker: { format: 'iife', plugins: () => [licences(here('..'), false)] },
    build: {
      target: 'es2023',
      outDir: here(app === 'web' ? '../out/web' : '../out/renderer'),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rolldownOptions: { input: here(app === 'web' ? './index.html' : './desktop.html') },
    },
  };
}

export default defineConfig(() => rendererConfig('web', process.env['LIKENESS_NETWORK'] ?? ''));
