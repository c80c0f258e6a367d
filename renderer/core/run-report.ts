import { i18n, t } from '../i18n/index.ts';
import { directionOf, type Locale } from '../i18n/locales.ts';
import { escapeHtml } from './escape-html.ts';

/** What a run makes of each person. */
export type MadeKind = 'picture' | 'animation' | 'banner';

/** A person in the report of a run. */
export interface ReportedPerson {
  /** The name of their folder. */
  readonly person: string;
  /** Their name as it was given, if it is another. */
  readonly given?: string;
  readonly pictures: readonly {
    readonly name: string;
    /** URL, relative to the page. */
    readonly file: string;
    /** URL, relative to the page or with `data:`. */
    readonly thumbnail: string;
  }[];
  /** What to know about the photos. */
  readonly notes?: readonly { readonly photo: string; readonly text: string }[];
  readonly refusedPhotos: readonly {
    /** The photo's path. */
    readonly photo: string;
    /** The product's own sentence. */
    readonly reason: string;
  }[];
  readonly refusedPictures: readonly { readonly name: string; readonly reason: string }[];
}

/** The report of a run over many people's photos. */
export interface ReportPage {
  readonly kind: MadeKind;
  readonly finished: boolean;
  /** How an unfinished run is continued. */
  readonly goesOn: string;
  /** The request in words. */
  readonly summary: string;
  /** The engine's version. */
  readonly engine: number;
  /** The browser's name and version, if they matter. */
  readonly browser?: string;
  readonly people: readonly ReportedPerson[];
}

/** '1 avatar', '2,000 banners'. */
export function countOf(kind: MadeKind, count: number): string {
  switch (kind) {
    case 'picture':
      return t('{count, plural, one {# avatar} other {# avatars}}', { count });
    case 'animation':
      return t('{count, plural, one {# living avatar} other {# living avatars}}', { count });
    case 'banner':
      return t('{count, plural, one {# banner} other {# banners}}', { count });
  }
}

/** '12 avatars of 3 people'. */
function titleOf(kind: MadeKind, made: number, people: number): string {
  switch (kind) {
    case 'picture':
      return t(
        '{made, plural, one {# avatar} other {# avatars}} of {people, plural, one {# person} other {# people}}',
        { made, people },
      );
    case 'animation':
      return t(
        '{made, plural, one {# living avatar} other {# living avatars}} of {people, plural, one {# person} other {# people}}',
        { made, people },
      );
    case 'banner':
      return t(
        '{made, plural, one {# banner} other {# banners}} of {people, plural, one {# person} other {# people}}',
        { made, people },
      );
  }
}

/** 'Refused: 2 photos, 1 avatar.' */
function refusedWords(kind: MadeKind, { refusedPhotos, refusedPictures }: Totals): string {
  const photos = t('{count, plural, one {# photo} other {# photos}}', {
    count: refusedPhotos,
  });
  const pictures = countOf(kind, refusedPictures);
  if (refusedPhotos === 0 && refusedPictures === 0) return t('Nothing was refused.');
  if (refusedPictures === 0) return t('Refused: {what}.', { what: photos });
  if (refusedPhotos === 0) return t('Refused: {what}.', { what: pictures });
  return t('Refused: {photos}, {pictures}.', { photos, pictures });
}

/** What was asked for, and what drew it. */
function requestWords({ summary, engine, browser }: ReportPage): string {
  return browser === undefined
    ? t('{summary}. Engine {engine}.', { summary, engine: String(engine) })
    : t('{summary}. Engine {engine}, {browser}.', {
        summary,
        engine: String(engine),
        browser,
      });
}

/** How many of each a report lists. */
export interface Totals {
  readonly people: number;
  readonly pictures: number;
  readonly refusedPhotos: number;
  readonly refusedPictures: number;
}

type PersonCounts = {
  readonly [K in 'pictures' | 'refusedPhotos' | 'refusedPictures']: readonly unknown[];
};

const sum = (
  people: readonly PersonCounts[],
  of: (one: PersonCounts) => readonly unknown[],
): number => people.reduce((total, person) => total + of(person).length, 0);

export const totalsOf = ({ people }: { readonly people: readonly PersonCounts[] }): Totals => ({
  people: people.length,
  pictures: sum(people, ({ pictures }) => pictures),
  refusedPhotos: sum(people, ({ refusedPhotos }) => refusedPhotos),
  refusedPictures: sum(people, ({ refusedPictures }) => refusedPictures),
});

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --line: #8884; --quiet: light-dark(#5b6068, #a4a9b1); --refused: light-dark(#b03a0c, #ff9d6e); }
body { max-width: 76rem; margin: 0 auto; padding: 2rem 1rem 4rem; background: light-dark(#faf9f7, #17181b); color: light-dark(#1d1f23, #ecebe8); }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .25rem; letter-spacing: -.01em; }
h2 { font-size: 1.05rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: .95rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .25rem 0; } .quiet, figcaption { color: var(--quiet); font-size: .85rem; }
ul { list-style: none; margin: 0; padding: 0; }
.people { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 1rem; align-items: start; }
.people.single { grid-template-columns: repeat(auto-fill, minmax(min(100%, 10rem), 1fr)); }
.people > li { border: 1px solid var(--line); border-radius: .75rem; padding: .9rem; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr)); gap: .6rem; margin-top: .6rem; }
.banner .pictures { grid-template-columns: 1fr; } .banner img { aspect-ratio: auto; }
figure { margin: 0; } img { width: 100%; aspect-ratio: 1; object-fit: cover; border-radius: .5rem; display: block; background: #8882; }
a { color: inherit; } a:focus-visible { outline: 3px solid #3b82f6; outline-offset: 2px; border-radius: .5rem; }
.refused { border-inline-start: 3px solid var(--refused); padding-inline-start: .7rem; margin: .5rem 0; overflow-wrap: anywhere; } .refused strong { color: var(--refused); }
@media print { body { background: none; } .people > li { break-inside: avoid; } }
`;

/**
 * The report as a page, which runs nothing and loads nothing but the thumbnails that it names.
 */
export function writeReportPage(report: ReportPage): string {
  const totals = totalsOf(report);
  const refused = totals.refusedPhotos + totals.refusedPictures;
  const isSingle =
    report.kind !== 'banner' && report.people.every((one) => one.pictures.length <= 1);
  const title = escapeHtml(titleOf(report.kind, totals.pictures, totals.people));
  return `<!doctype html>
<html lang="${i18n.locale}" dir="${directionOf(i18n.locale as Locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file: data:; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p>${escapeHtml(report.finished ? t('Finished.') : report.goesOn)} ${escapeHtml(refusedWords(report.kind, totals))}</p>
<p class="quiet">${escapeHtml(requestWords(report))}</p>
</header>
<main>
${refused === 0 ? '' : `<h2>${escapeHtml(t('What was refused, and why'))}</h2>\n${report.people.map(refusalsOf).join('')}\n`}<h2>${escapeHtml(t('People'))}</h2>
<ul class="people ${report.kind}${isSingle ? ' single' : ''}">${report.people.map(personOf).join('\n')}</ul>
</main>
</body>
</html>
`;
}

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

function refusalsOf({
  person,
  given = person,
  refusedPhotos,
  refusedPictures,
}: ReportedPerson): string {
  const refusals = [
    ...refusedPhotos.map(({ photo, reason }) => [nameOf(photo), reason]),
    ...refusedPictures.map(({ name, reason }) => [name, reason]),
  ];
  return refusals
    .map(
      ([what = '', why = '']) =>
        `<p class="refused"><strong>${escapeHtml(given)}</strong> ${escapeHtml(what)}<br>${escapeHtml(why)}</p>`,
    )
    .join('\n');
}

function personOf({ person, given, pictures, notes = [] }: ReportedPerson): string {
  const figures = pictures.map(
    ({ name, file, thumbnail }) =>
      `<li><figure><a href="${escapeHtml(file)}"><img src="${escapeHtml(thumbnail)}" alt="${escapeHtml(`${given ?? person}, ${name}`)}" loading="lazy"></a><figcaption>${escapeHtml(name)}</figcaption></figure></li>`,
  );
  const folder = given === undefined ? '' : `<p class="quiet">${escapeHtml(person)}/</p>`;
  return `<li><h3>${escapeHtml(given ?? person)}</h3>${folder}${
    figures.length === 0
      ? `<p class="quiet">${escapeHtml(t('Nothing was made.'))}</p>`
      : `<ul class="pictures">${figures.join('')}</ul>`
  }${notes.map(({ photo, text }) => `<p class="quiet">${escapeHtml(nameOf(photo))}: ${escapeHtml(text)}</p>`).join('')}</li>`;
}
