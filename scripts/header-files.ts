import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { calledAddresses, type AppConfig } from '../renderer/core/config.ts';
import { securityHeaders } from '../renderer/core/security-headers.ts';
import { pathIn } from '../renderer/i18n/address.ts';
import { LOCALES } from '../renderer/i18n/locales.ts';

/** For the bundler's hashed files. The others are revalidated each time, on Netlify and Cloudflare by default. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The app's addresses that the build renders no page for. */
const EMPTY_PAGES = [
  '/dashboard',
  '/payment',
  '/payment-confirmation',
  '/login',
  '/nft-minting',
  '/bulk',
  '/avatar/*',
  '/wallet-return/*',
];

/**
 * The security headers as configuration files for static hosts: `_headers` and `_redirects` for
 * Netlify and Cloudflare Pages, and part of an nginx server block. Any other host must be
 * configured by hand: without these headers the app works, but nothing limits it to its addresses.
 */
export function headerFiles(
  config: Pick<AppConfig, 'solanaRpc' | 'polygonRpc' | 'media' | 'supportEndpoint'>,
): Readonly<Record<string, string>> {
  const headers = Object.entries(
    securityHeaders({ addresses: calledAddresses(config), https: true }),
  );
  const lines = (format: (name: string, value: string) => string): string =>
    headers.map(([name, value]) => format(name, value)).join('\n');
  return {
    _headers: `/*\n${lines((name, value) => `  ${name}: ${value}`)}\n\n/assets/*\n  Cache-Control: ${IMMUTABLE}\n`,
    // Cloudflare follows a rule even where there is a file, and moves /app.html to /app: '/*' would
    // never end there. Both hosts answer every other address with 404.html, the same page.
    // It takes 100 rules from the first with '*' on, so those come last.
    _redirects: EMPTY_PAGES.flatMap((path) =>
      LOCALES.map((locale) => `${pathIn(locale, path)} /app 200\n`),
    ).join(''),
    'nginx-headers.conf': `# include this in the server block\n${lines((name, value) => `add_header ${name} "${value}" always;`)}\nlocation /assets/ { expires 1y; }\nlocation = / { expires -1; try_files /index.html =404; }\nlocation / { expires -1; try_files $uri $uri.html /app.html; }\n`,
  };
}

export function writeHeaderFiles(folder: string, config: AppConfig): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(headerFiles(config)))
    writeFileSync(join(folder, name), text);
}
