import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { withSandbox } from '../support/with-sandbox.ts';
import { ensureBrowser } from '../tools/browser.ts';
import { median, tableOf } from './figures.ts';

/**
 * Fetched by npm when the bench runs. It isn't a dependency: it would bring two hundred packages,
 * an error reporter among them, into every installation for a table that is printed now and then.
 */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const RUNS = 5;
const PAGES = { Home: '/', Explore: '/explore', Pricing: '/pricing', Customize: '/customize' };
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** The part of Lighthouse's report that is printed. Scores are from 0 to 1, times in ms. */
interface Report {
  readonly categories: Readonly<
    Record<(typeof CATEGORIES)[number], { readonly score: number | null }>
  >;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

/** How often a page is tried: now and then Chromium's trace lacks the navigation (NO_NAVSTART). */
const TRIES = 3;

async function measure(url: string, folder: string, run: number, tries = TRIES): Promise<Report> {
  const file = join(folder, `${String(run)}.json`);
  const failed = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox',
      '--no-enable-error-reporting',
    ],
    { env: { ...process.env, CHROME_PATH: ensureBrowser() } },
  ).then(
    () => false,
    (thrown: unknown) => {
      if (tries === 1) throw thrown;
      return true;
    },
  );
  if (failed) return measure(url, folder, run, tries - 1);
  return JSON.parse(await readFile(file, 'utf8')) as Report;
}

/**
 * Lighthouse's scores on the built site with its mobile defaults, which simulate a slow line and a
 * slow processor. They depend on the machine's load, which is printed with them.
 */
export async function benchLighthouse(): Promise<string> {
  const lines: string[] = [];
  await withSandbox(async (sandbox, folder) => {
    for (const [name, path] of Object.entries(PAGES)) {
      const reports: Report[] = [];
      for (let run = 0; run < RUNS; run += 1)
        reports.push(await measure(sandbox.appUrl + path, folder, run));
      const scores = CATEGORIES.map((category) =>
        (100 * median(reports.map(({ categories }) => categories[category].score ?? 0))).toFixed(0),
      );
      const of = (audit: string): number =>
        median(reports.map(({ audits }) => audits[audit]?.numericValue ?? 0));
      lines.push(
        `| ${[
          name,
          ...scores,
          (of('largest-contentful-paint') / 1_000).toFixed(1),
          of('total-blocking-time').toFixed(0),
          of('cumulative-layout-shift').toFixed(3),
          (loadavg()[0] ?? 0).toFixed(1),
        ].join(' | ')} |`,
      );
    }
  });
  return tableOf(
    `## Lighthouse (${LIGHTHOUSE}, mobile, median of ${String(RUNS)})`,
    '| | performance | accessibility | best practices | SEO | LCP s | blocked ms | layout shift | load |',
    lines,
  );
}
