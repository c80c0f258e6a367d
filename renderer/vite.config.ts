import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';

import { readBuildConfig } from './core/build-config.ts';
import { PRICE_BOOK_VERSION } from './core/plans.ts';
import { engineFiles } from './engine/vite-models.ts';
import { licences } from './vite-licences.ts';
import { compiledMessages, messageFiles } from './vite-messages.ts';
import { serviceWorker } from './vite-offline.ts';
import { prerender } from './vite-prerender.ts';
import { sampleFiles, SAMPLES_DEFINE } from './vite-samples.ts';

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
const versionFile = (facts: { readonly version: string; readonly priceBook: number }): Plugin => ({
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

/**
 * Preloads the display face before any style sheet is read, so that the first heading rarely
 * changes its font. `face` matches the font's name in the bundle.
 */
const preloadFace = (face: RegExp): Plugin => ({
  name: 'likeness:preload-face',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => face.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
            href: `/${file}`,
          },
          injectTo: 'head' as const,
        })),
  },
});

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Puts everything that the first page imports into one file: fifty small ones compress worse, and
 * each is a request. The entry stays out because it waits for its configuration: if they shared a
 * file, whatever the configuration's code imports from it would wait for the entry in turn.
 */
function firstPage(entry: string): Rolldown.CodeSplittingGroup {
  let first: Set<string> | undefined;
  return {
    debugName: 'first',
    name(id, modules) {
      if (!first) {
        first = new Set([entry]);
        for (const module of first)
          for (const imported of modules.getModuleInfo(module)?.importedIds ?? [])
            first.add(imported);
      }
      return id !== entry && first.has(id) ? 'first' : null;
    },
  };
}

/**
 * Uses React Router's production build, which has no warnings; its exports name only the
 * development build. Also removes names for development tools and what it would say to a developer
 * who uses it wrongly, and marks calls as pure, so that unused components leave the bundle.
 */
const routerForProduction: Plugin = {
  name: 'likeness:router-for-production',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^react-router/ },
    async handler(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
    },
  },
  transform: {
    filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]/ },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.displayName = ".*";$/gm, '')
        .replace(
          /(\binvariant2?\([^;]*?,\s*(?:\/\/[^\n]*\s*)*)(?:`[^`]*`|"[^"]*")(?=\s*\);)/g,
          '$1""',
        )
        .replace(/= (React\d*\.(?:forwardRef|createContext|memo))\(/g, '= /* @__PURE__ */ $1('),
      map: null,
    }),
  },
};

/**
 * Removes Lingui's messages to developers, and its formats for dates and times: `formatDate` writes
 * them before they go into a message.
 */
const linguiForProduction: Plugin = {
  name: 'likeness:lingui-for-production',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]@lingui[\\/]core[\\/]dist[\\/]index\.mjs$/ },
    handler: (code) => ({
      code: code
        .replace(/console\.warn\(`Uncompiled[^`]*`\);/, '')
        .replace(/"Lingui: Attempted[^"]*"/, '""')
        .replace(/^    (date|time): \(value, format\) => \1\(.*$/gm, '')
        .replace(/^  date\(value, format\) \{\n.*\n  \}$/m, ''),
      map: null,
    }),
  },
};

/** What the web build and the desktop's renderer have in common. */
export function rendererConfig(app: 'web' | 'desktop', network: string): UserConfig {
  const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8')) as {
    version: string;
  };
  const config = readBuildConfig({ ...process.env, LIKENESS_NETWORK: network }, version);
  // Constants, so that a mainnet bundle drops the sandbox's code.
  const define = {
    __NETWORK__: JSON.stringify(config.network),
    __CONFIG__: JSON.stringify(config),
    ...SAMPLES_DEFINE,
  };
  return {
    root: here('.'),
    base: '/',
    plugins: [
      react(),
      compiledMessages(),
      messageFiles(),
      routerForProduction,
      linguiForProduction,
      preloadFace(/fraunces-latin-(?!ext).*\.woff2$/),
      engineFiles(),
      sampleFiles(),
      licences(here('..')),
      versionFile({ version, priceBook: PRICE_BOOK_VERSION }),
      ...(app === 'web'
        ? [
            prerender({
              root: here('.'),
              scratch: here('../node_modules/.cache'),
              define,
              appUrl: config.appUrl,
            }),
            serviceWorker(here('.'), () => [licences(here('..'), false)]),
          ]
        : []),
    ],
    define,
    worker: { format: 'iife', plugins: () => [compiledMessages(), licences(here('..'), false)] },
    build: {
      target: 'es2023',
      outDir: here(app === 'web' ? '../out/web' : '../out/renderer'),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      // Every browser in `target` preloads modules natively.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // The router's, which warn developers.
        treeshake: { manualPureFunctions: ['warning', 'warningOnce', 'warnOnce'] },
        input: here(app === 'web' ? './index.html' : './desktop.html'),
        output: {
          codeSplitting: { groups: [firstPage(here(`./app/${app}.tsx`))] },
          // The first script names all others, and hashes don't compress. The shortest that Rolldown
          // takes has 42 bits, enough to tell a file's versions apart.
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
        },
      },
    },
  };
}

export default defineConfig(() => rendererConfig('web', process.env['LIKENESS_NETWORK'] ?? ''));
