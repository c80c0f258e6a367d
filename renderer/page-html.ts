import { SHARE_PICTURE } from './content/pages.ts';
import { escapeHtml } from './core/escape-html.ts';
import { pathIn, plainPath } from './i18n/address.ts';
import { DEFAULT_LOCALE, directionOf, LOCALES, type Locale } from './i18n/locales.ts';

const STYLE = / style="([^"]*)"/g;
const unescape = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');

/**
 * Turns `style` attributes, which the policy refuses in a page's text, into rules of a style sheet;
 * each element refers to its rule. The app sets styles by script, which override these rules.
 */
export function hoistStyles(html: string): { readonly html: string; readonly css: string } {
  const rules = new Map<string, string>();
  const plain = html.replace(STYLE, (_attribute, text: string) => {
    const declarations = unescape(text);
    const name = rules.get(declarations) ?? String(rules.size);
    rules.set(declarations, name);
    return ` data-style="${name}"`;
  });
  const css = [...rules]
    .map(([declarations, name]) => `[data-style="${name}"]{${declarations}}\n`)
    .join('');
  return { html: plain, css };
}

export interface PageParts {
  /** With its language: '/de/pricing'. */
  readonly path: string;
  readonly locale: Locale;
  readonly title: string;
  readonly description: string;
  /** The content of `#root`. */
  readonly html: string;
  /**
   * Addresses, relative to the root, of what the page's screen needs besides what every page has.
   */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Address, relative to the root, of the picture in previews of links to the page. */
  readonly picture: string;
  /** What it shows, in the page's language. */
  readonly pictureAlt: string;
  /** Public address of the app; '' if unknown. */
  readonly appUrl: string;
}

/** React preloads every picture that isn't lazy before the page's text; few are worth that. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;
const URGENT = /<link [^>]*fetchpriority="high"[^>]*>/gi;

/**
 * The page is complete without its scripts, so `boot.js` fetches them once it shows: on a slow
 * connection they would delay its fonts and pictures.
 */
const deferScripts = (template: string): string =>
  template.replaceAll('<link rel="modulepreload"', '<link rel="likeness-later"');

/** The page's other languages, for search engines. */
const alternates = (path: string, appUrl: string): string[] =>
  [
    ...LOCALES.map((locale) => [locale, locale] as const),
    ['x-default', DEFAULT_LOCALE] as const,
  ].map(
    ([tag, locale]) =>
      `<link rel="alternate" hreflang="${tag}" href="${escapeHtml(new URL(pathIn(locale, plainPath(path)), appUrl).href)}" />`,
  );

/**
 * The built page with one public page in it: its text, and its head for browsers, search engines
 * and link previews.
 * @throws Error if the template isn't ours, or the text contains what the policy would refuse
 */
export function fillPage(template: string, page: PageParts): string {
  const { path, locale, title, description, scripts, styles, picture, pictureAlt, appUrl } = page;
  if (/<script|<style| style="| on[a-z]+="/.test(page.html))
    throw new Error(`The page ${path} holds a script or a style that its policy refuses.`);
  const preloads = PRELOADS.exec(page.html)?.[0] ?? '';
  const text = page.html.slice(preloads.length);
  const property = (name: string, content: string | number): string =>
    `<meta property="og:${name}" content="${escapeHtml(String(content))}" />`;
  const head = [
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}" />`),
    ...(preloads.match(URGENT) ?? []),
    ...scripts.map((href) => `<link rel="likeness-later" crossorigin href="${href}" />`),
    property('site_name', 'Likeness'),
    property('type', 'website'),
    property('locale', locale.replace('-', '_')),
    property('title', title),
    property('description', description),
    '<meta name="twitter:card" content="summary_large_image" />',
    ...(appUrl === ''
      ? []
      : [
          `<link rel="canonical" href="${escapeHtml(new URL(path, appUrl).href)}" />`,
          ...alternates(path, appUrl),
          property('url', new URL(path, appUrl).href),
          property('image', new URL(picture, appUrl).href),
          property('image:width', SHARE_PICTURE.width),
          property('image:height', SHARE_PICTURE.height),
          property('image:alt', pictureAlt),
        ]),
  ].join('\n');
  const filled: readonly (readonly [RegExp, string])[] = [
    [/<html lang="en"/, `<html lang="${locale}" dir="${directionOf(locale)}"`],
    [/<title>[^<]*<\/title>/, `<title>${escapeHtml(title)}</title>`],
    [/(?<=name="description"\s+content=")[^"]*/, escapeHtml(description)],
    [/<\/head>/, `${head}\n</head>`],
    [/<div id="root"><\/div>/, `<div id="root" data-page="${escapeHtml(path)}">${text}</div>`],
  ];
  return filled.reduce((html, [place, by]) => {
    if (!place.test(html)) throw new Error(`index.html has no ${String(place)} to fill.`);
    return html.replace(place, () => by);
  }, deferScripts(template));
}

/** The public pages' addresses for search engines, for an app that knows its own address. */
export const sitemap = (paths: readonly string[], appUrl: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${escapeHtml(new URL(path, appUrl).href)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

export const robots = (appUrl: string): string =>
  [
    'User-agent: *',
    'Allow: /',
    ...(appUrl === '' ? [] : [`Sitemap: ${new URL('/sitemap.xml', appUrl).href}`]),
    '',
  ].join('\n');
