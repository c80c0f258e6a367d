import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FOLDER = fileURLToPath(new URL('../resources/samples', import.meta.url));

/**
 * Where the build puts the sample pictures. The manifest has the hash of each, so the address
 * changes with any of them, and they can be cached permanently.
 */
const ADDRESS = `/assets/samples-${createHash('sha256')
  .update(readFileSync(join(FOLDER, 'manifest.json')))
  .digest('hex')
  .slice(0, 8)}`;

/** The constant that core/sample-files.ts builds addresses with. */
export const SAMPLES_DEFINE = { __SAMPLES__: JSON.stringify(ADDRESS) };

const files = (): readonly string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.webp'))
    .map((name) => name.replaceAll('\\', '/'));

/** Serves or writes the sample pictures under one address, so that no page lists those of each. */
export const sampleFiles = (): Plugin => ({
  name: 'likeness:sample-files',
  configureServer({ middlewares }) {
    const served = new Set(files().map((name) => `${ADDRESS}/${name}`));
    middlewares.use((request, response, next) => {
      const path = request.url?.split('?')[0] ?? '';
      if (!served.has(path)) {
        next();
        return;
      }
      response.setHeader('Content-Type', 'image/webp');
      response.end(readFileSync(join(FOLDER, path.slice(ADDRESS.length))));
    });
  },
  generateBundle() {
    for (const name of files())
      this.emitFile({
        type: 'asset',
        fileName: `${ADDRESS.slice(1)}/${name}`,
        source: readFileSync(join(FOLDER, name)),
      });
  },
});
