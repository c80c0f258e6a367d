import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** One id for all scripts of a build, made from their names, which contain their hashes. */
const buildId = (files: readonly string[]): string =>
  createHash('sha256')
    .update(
      files
        .filter((file) => file.endsWith('.js'))
        .sort()
        .join('\n'),
    )
    .digest('hex')
    .slice(0, 16);

/**
 * Lets an open page learn that it is outdated: the page contains its build's id, `/version.json`
 * the newest one's. A host must serve that file with `Cache-Control: no-store`.
 */
export const versionFile = (facts: {
  readonly version: string;
  readonly priceBook: number;
}): Plugin => ({
  name: 'likeness:version',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => [
      {
        tag: 'meta',
        attrs: { name: 'likeness-build', content: buildId(Object.keys(bundle ?? {})) },
        injectTo: 'head' as const,
      },
    ],
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const source = `${JSON.stringify({ build: buildId(Object.keys(bundle)), ...facts })}\n`;
      this.emitFile({ type: 'asset', fileName: 'version.json', source });
    },
  },
});
