/**
 * `npm run share`: draws the picture that a link to the app shows, in each language, from the sample
 * avatars and the headline of Home. Arabic, Chinese, Japanese and Korean take the machine's fonts.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

import { SHARE_PICTURE } from '../../renderer/content/pages.ts';
import { DEFAULT_LOCALE, directionOf, LOCALES, type Locale } from '../../renderer/i18n/locales.ts';
import { readCatalogue } from '../../renderer/vite-messages.ts';
import { BROWSER_FLAGS, ensureBrowser } from '../../tests/tools/browser.ts';
import { HERO, samplePath } from './sample-pictures.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HEADLINE = 'Sit once.<br/>Be seen<br/><em>six</em> ways.';
/** From left to right, as on Home. */
const SLICES = [
  'realistic',
  'professional',
  'artistic',
  'creative',
  'minimalist',
  'modern',
] as const;
const QUALITY = 78;

const embedded = (path: string, type: string): string =>
  `data:${type};base64,${readFileSync(path, 'base64')}`;

const font = (style: string): string =>
  embedded(
    `${ROOT}node_modules/@fontsource-variable/fraunces/files/fraunces-latin-opsz-${style}.woff2`,
    'font/woff2',
  );

const STYLE_SHEET = `
  @font-face { font-family: Fraunces; src: url(${font('normal')}); }
  @font-face { font-family: Fraunces; font-style: italic; src: url(${font('italic')}); }
  body { display: flex; margin: 0; width: ${String(SHARE_PICTURE.width)}px; height: ${String(SHARE_PICTURE.height)}px; background: #f7f3eb; color: #1a1714;
    font-family: Fraunces, 'Noto Serif CJK SC', 'Noto Naskh Arabic', serif; font-variation-settings: 'opsz' 60; }
  :lang(ja) body { font-family: Fraunces, 'Noto Serif CJK JP', serif; }
  :lang(ko) body { font-family: Fraunces, 'Noto Serif CJK KR', serif; }
  div { box-sizing: border-box; display: flex; flex-direction: column; flex: 1; justify-content: space-between; padding: 0 64px 62px; }
  h1 { flex: 1; align-content: center; margin: 0; font-size: 76px; font-weight: 400; line-height: 1.08; letter-spacing: -0.024em; white-space: nowrap; }
  :is(:lang(ja), :lang(ko), :lang(zh), :lang(ar)) h1 { font-size: 66px; line-height: 1.35; letter-spacing: 0; }
  em { color: #be341a; }
  :is(:lang(ja), :lang(ko), :lang(zh), :lang(ar)) em { font-style: normal; }
  b { font-size: 33px; font-weight: 400; }
  figure { direction: ltr; display: flex; flex: none; gap: 2px; margin: 0; width: 600px; }
  i { flex: 1; background-size: 780px; background-position: calc(-76px - 100.33px * var(--k)) -48px; }`;

const pageIn = (locale: Locale, headline: string): string =>
  `<html lang="${locale}" dir="${directionOf(locale)}"><style>${STYLE_SHEET}</style><body>
    <div><h1>${headline}</h1><b>Likeness</b></div>
    <figure>${SLICES.map(
      (style, k) =>
        `<i style="--k: ${String(k)}; background-image: url(${embedded(samplePath(`960/${HERO}-${style}.webp`), 'image/webp')})"></i>`,
    ).join('')}</figure></body></html>`;

const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: [...BROWSER_FLAGS],
});
try {
  const { width, height } = SHARE_PICTURE;
  const page = await browser.newPage({ viewport: { width, height } });
  mkdirSync(`${ROOT}resources/social`, { recursive: true });
  for (const locale of LOCALES) {
    const headline = locale === DEFAULT_LOCALE ? HEADLINE : (await readCatalogue(locale))[HEADLINE];
    if (headline === undefined) throw new Error(`${locale} has no headline.`);
    await page.setContent(pageIn(locale, headline));
    await page.evaluate(() => document.fonts.ready);
    const picture = await page.screenshot({ type: 'jpeg', quality: QUALITY });
    writeFileSync(`${ROOT}resources/social/${locale}.jpg`, picture);
    console.log(locale);
  }
} finally {
  await browser.close();
}
