import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'vite';

import { APP_SHELL } from './vite-prerender.ts';

/** Files without a hash in their name that the app needs to start offline. */
const UNHASHED = [APP_SHELL, 'boot.js', 'icon.svg', 'manifest.webmanifest'];

/** Needed only with an engine of the user's own, and 11 MB: it is fetched with the first look. */
const FETCHED = /^recognition-/;

/**
 * Every file to cache. A file whose name doesn't depend on its content gets its hash as revision.
 */
function keptFiles(folder: string): { url: string; revision: string | null }[] {
  const hashed = readdirSync(join(folder, 'assets'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !FETCHED.test(entry.name))
    .map(({ parentPath, name }) => ({
      url: `/${relative(folder, join(parentPath, name)).replaceAll('\\', '/')}`,
      revision: null,
    }));
  const others = UNHASHED.map((name) => ({
    url: `/${name}`,
    revision: createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
      .slice(0, 16),
  }));
  return [...hashed, ...others].sort((one, other) => (one.url < other.url ? -1 : 1));
}

/**
 * Builds the service worker, `/sw.js`, with its list of files.
 * @param plugins the build's own plugins for workers
 */
export const serviceWorker = (root: string, plugins: () => Plugin[]): Plugin => ({
  name: 'likeness:service-worker',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = '' }) {
      await build({
        configFile: false,
        root,
        mode: 'production',
        logLevel: 'warn',
        publicDir: false,
        plugins: plugins(),
        define: { __KEPT_FILES__: JSON.stringify(keptFiles(dir)) },
        build: {
          target: 'es2023',
          outDir: dir,
          emptyOutDir: false,
          rolldownOptions: {
            input: join(root, 'platform/web/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  },
});
