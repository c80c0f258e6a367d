import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

import type { Network } from '../renderer/core/network.ts';
import { buildOnce, PROJECT } from './build-once.ts';

/** Within a build: KB of script before minification, by source (a package or a folder of ours). */
export const SOURCES = '.sources.json';

const sourceOf = (id: string): string =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ??
  relative(PROJECT, id).split('/').slice(0, -1).slice(0, 3).join('/');

/** Writes `SOURCES`: budgets that are exceeded name what has grown since they were set. */
const sizesOfSources: Plugin = {
  name: 'likeness:sizes-of-sources',
  writeBundle({ dir = '' }, bundle) {
    const sizes: Record<string, number> = {};
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
        if (!id.startsWith('/')) continue; // The bundler's own helpers.
        const source = sourceOf(id);
        sizes[source] = (sizes[source] ?? 0) + renderedLength / 1024;
      }
    }
    const rows = Object.entries(sizes).sort(([a], [b]) => (a < b ? -1 : 1));
    const rounded = rows.map(([source, size]) => [source, Math.round(size)] as const);
    writeFileSync(
      join(dir, SOURCES),
      JSON.stringify(Object.fromEntries(rounded.filter(([, size]) => size > 0))),
    );
  },
};

/**
 * Builds the browser app into `.likeness/`, unless a build of the same sources is there. Returns
 * its folder.
 */
export const buildWeb = (
  network: Network,
  onBuild: () => void = () => undefined,
): Promise<string> =>
  buildOnce(`web-${network}`, ['sandbox/build-web.ts'], async (outDir) => {
    onBuild();
    // Imported only here: a start with nothing to build takes half the time.
    const [{ build }, { rendererConfig }] = await Promise.all([
      import('vite'),
      import('../renderer/vite.config.ts'),
    ]);
    const config = rendererConfig('web', network);
    await build({
      ...config,
      configFile: false,
      logLevel: 'warn',
      plugins: [...(config.plugins ?? []), sizesOfSources],
      build: { ...config.build, outDir, emptyOutDir: true },
    });
  });
