import { createHash, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, minifySync, type Plugin, type Rolldown, type UserConfig } from 'vite';

import { PUBLIC_PAGES, SHARE_PICTURE } from './content/pages.ts';
import { pathIn, plainPath } from './i18n/address.ts';
import { DEFAULT_LOCALE, LANGUAGES, LOCALES, type Locale } from './i18n/locales.ts';
import { fillPage, hoistStyles, robots, sitemap, type PageParts } from './page-html.ts';
import { compiledMessages, readMessages } from './vite-messages.ts';

export interface PrerenderOptions {
  /** Folder of the renderer's sources. */
  readonly root: string;
  /** Temporary folder of the build, separate from its results. */
  readonly scratch: string;
  readonly define: UserConfig['define'];
  /** Public address of the web app; '' leaves it out of the pages. */
  readonly appUrl: string;
}

type RenderedPage = Pick<PageParts, 'path' | 'title' | 'description' | 'pictureAlt' | 'html'>;

/** '/pricing' -> 'pricing.html', '/de' -> 'de.html', which static hosts serve for both addresses. */
export const fileOfPage = (path: string): string =>
  `${path === '/' ? 'index' : path.slice(1)}.html`;

/**
 * Renders the public pages in every language by building the same sources a second time, for Node.
 * @returns the pages by language and then by plain path
 */
async function renderPages({
  root,
  scratch,
  define,
}: PrerenderOptions): Promise<Map<Locale, Map<string, RenderedPage>>> {
  // A name of its own: Node keeps a module by its address, and another build's would be run again.
  const outDir = join(scratch, `prerender-${randomUUID()}`);
  try {
    await build({
      configFile: false,
      root,
      base: '/',
      mode: 'production',
      logLevel: 'warn',
      publicDir: false,
      plugins: [compiledMessages()],
      ...(define && { define }),
      build: {
        ssr: 'app/prerender.tsx',
        target: 'node20',
        outDir,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        minify: false,
        // One file, which each language loads anew.
        rolldownOptions: { output: { entryFileNames: 'prerender.mjs', codeSplitting: false } },
      },
    });
    const { href } = pathToFileURL(join(outDir, 'prerender.mjs'));
    const rendered = new Map<Locale, Map<string, RenderedPage>>();
    for (const locale of LOCALES) {
      globalThis.likenessLanguage =
        locale === DEFAULT_LOCALE ? undefined : { locale, messages: await readMessages(locale) };
      const prerender = (await import(`${href}?${locale}`)) as {
        renderPages: () => Promise<RenderedPage[]>;
      };
      const pages = await prerender.renderPages();
      rendered.set(locale, new Map(pages.map((page) => [plainPath(page.path), page])));
    }
    return rendered;
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** The scripts and style sheets that the screen in a folder of `features/` needs besides the first page's. */
function filesOfScreens(bundle: Rolldown.OutputBundle): (feature: string) => {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
} {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const reach = (start: Rolldown.OutputChunk): Set<Rolldown.OutputChunk> => {
    const found = new Set([start]);
    for (const chunk of found)
      for (const name of chunk.imports) {
        const next = bundle[name];
        if (next?.type === 'chunk') found.add(next);
      }
    return found;
  };
  const entry = chunks.find(({ isEntry }) => isEntry);
  const first = entry ? reach(entry) : new Set<Rolldown.OutputChunk>();
  const isFirst = (folder: string): boolean =>
    [...first].some(({ moduleIds }) => moduleIds.some((id) => id.includes(folder)));
  return (feature) => {
    const folder = `/features/${feature}/`;
    const [, screen] =
      chunks
        .map((chunk) => [chunk.facadeModuleId ?? '', chunk] as const)
        .find(([module]) => module.includes(folder) && /-screens?\.tsx$/.test(module)) ?? [];
    if (!screen && !isFirst(folder)) throw new Error(`No chunk is the screen of ${folder}.`);
    const more = screen ? [...reach(screen)].filter((chunk) => !first.has(chunk)) : [];
    return {
      scripts: more.map(({ fileName }) => fileName),
      styles: [...new Set(more.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))],
    };
  };
}

/**
 * The page that every address without a prerendered page starts from: always the same, and empty.
 */
export const APP_SHELL = 'app.html';

/** The script that runs before a page shows. */
const EARLY = 'boot.js';

/**
 * Renders the public pages into the build: `index.html`, `pricing.html` and so on are visible
 * without script, and the app takes over from there. Every other address gets `app.html`; hosts
 * that serve a page for unknown addresses find it as `404.html`.
 */
export function prerender(options: PrerenderOptions): Plugin {
  return {
    name: 'likeness:prerender',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const write = (name: string, content: string | Buffer): void =>
          writeFileSync(join(dir, name), content);
        const template = readFileSync(join(dir, 'index.html'), 'utf8');
        const filesOf = filesOfScreens(bundle);
        const rendered = await renderPages(options);
        for (const locale of LOCALES)
          if (locale !== DEFAULT_LOCALE) mkdirSync(join(dir, locale), { recursive: true });
        cpSync(join(options.root, '../resources/social'), join(dir, SHARE_PICTURE.folder), {
          recursive: true,
        });
        for (const page of PUBLIC_PAGES) {
          const { scripts, styles } = filesOf(page.feature);
          for (const locale of LOCALES) {
            const found = rendered.get(locale)?.get(page.path);
            if (!found) throw new Error(`${page.path} was not rendered in ${LANGUAGES[locale]}.`);
            const { html, css } = hoistStyles(found.html);
            const sheet = `assets/page-${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`;
            if (css !== '') write(sheet, css);
            write(
              fileOfPage(found.path),
              fillPage(template, {
                ...found,
                html,
                locale,
                scripts: scripts.map((file) => `/${file}`),
                styles: [...styles, ...(css === '' ? [] : [sheet])].map((file) => `/${file}`),
                picture: `/${SHARE_PICTURE.folder}/${locale}.jpg`,
                appUrl: options.appUrl,
              }),
            );
          }
        }
        // Every page waits for it; Vite leaves public files as they are.
        write(EARLY, minifySync(EARLY, readFileSync(join(dir, EARLY), 'utf8')).code);
        write(APP_SHELL, template);
        write('404.html', template);
        write('robots.txt', robots(options.appUrl));
        if (options.appUrl !== '')
          write(
            'sitemap.xml',
            sitemap(
              PUBLIC_PAGES.flatMap(({ path }) => LOCALES.map((locale) => pathIn(locale, path))),
              options.appUrl,
            ),
          );
      },
    },
  };
}
