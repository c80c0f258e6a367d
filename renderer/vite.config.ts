import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What the browser build and the desktop's renderer have in common. */
export function rendererConfig(app: 'web' | 'desktop', network: string): UserConfig {
  const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8')) as { version: string };
  return {
    root: here('.'),
    base: '/',
    plugins: [react()],
    define: {
      __APP__: JSON.stringify(app),
      __NETWORK__: JSON.stringify(network),
      __VERSION__: JSON.stringify(version),
    },
    worker: { format: 'iife' },
    build: {
      target: 'es2023',
      outDir: here(app === 'web' ? '../out/web' : '../out/renderer'),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rolldownOptions: { input: here(app === 'web' ? './index.html' : './desktop.html') },
    },
  };
}

export default defineConfig(() => rendererConfig('web', process.env['LIKENESS_NETWORK'] ?? 'sandbox'));
