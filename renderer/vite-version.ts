import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** One name for all scripts of a build: their names carry the hashes of what is in them. */
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
 * Lets a page that is open learn that it is old: its build's id stands in the page, the newest
 * one's in `/version.json`, which a host must serve with `Cache-Control: no-store`.
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
