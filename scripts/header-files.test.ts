import { describe, expect, it } from 'vitest';

import { PUBLIC_PAGES } from '../renderer/content/pages.ts';
import { pathIn } from '../renderer/i18n/address.ts';
import { LOCALES } from '../renderer/i18n/locales.ts';
import { routes } from '../renderer/routes.tsx';
import { headerFiles } from './header-files.ts';

const CONFIG = {
  solanaRpc: ['https://rpc.example/key'],
  polygonRpc: ['https://polygon.example/key'],
  media: { upload: 'https://upload.example/v1', read: 'https://read.example' },
  supportEndpoint: 'https://support.example/messages',
};

describe('header files for static hosts', () => {
  const files = headerFiles(CONFIG);

  it.each(['_headers', 'nginx-headers.conf'])(
    '%s holds every security header, and the addresses of the build',
    (name) => {
      const text = files[name] ?? '';
      for (const header of [
        'Content-Security-Policy',
        'Permissions-Policy',
        'Referrer-Policy',
        'Strict-Transport-Security',
        'X-Content-Type-Options',
      ]) {
        expect(text).toMatch(new RegExp(`^\\s*(add_header )?${header}:? "?\\S`, 'm'));
      }
      expect(text).toContain(
        "connect-src 'self' blob: data: https://rpc.example https://polygon.example https://upload.example https://read.example https://support.example;",
      );
    },
  );

  it('lets only hashed files be cached permanently', () => {
    expect(files['_headers']?.split('\n\n')[0]).not.toContain('Cache-Control');
    expect(files['_headers']).toMatch(
      /\n\n\/assets\/\*\n {2}Cache-Control: public, max-age=31536000, immutable\n$/,
    );
    const locations = [
      ...(files['nginx-headers.conf'] ?? '').matchAll(/^location (.+) \{ expires (\S+);/gm),
    ];
    expect(locations.map(([, path, expires]) => [path, expires])).toEqual([
      ['/assets/', '1y'],
      ['= /', '-1'],
      ['/', '-1'],
    ]);
  });

  it('serves the pages that the build rendered, and sends the app’s other addresses to the app', () => {
    const rules = (files['_redirects'] ?? '')
      .trim()
      .split('\n')
      .map((rule) => rule.split(' '));
    // Each rule counts, even where the address is a file's.
    const target = (path: string): string | undefined =>
      rules.find(([from = '']) => new RegExp(`^${from.replace('*', '.*')}$`).test(path))?.[1];
    const rendered = new Set(PUBLIC_PAGES.map(({ path }) => path));
    for (const { path } of routes.filter((route) => route.path !== '*'))
      for (const locale of LOCALES)
        expect([path, target(pathIn(locale, path.replace(/:\w+/, 'a1')))]).toEqual([
          path,
          rendered.has(path) ? undefined : '/app',
        ]);
    for (const path of ['/app', '/assets/gone-1a2b.js', '/boot.js', '/no/such'])
      expect(target(path)).toBeUndefined();
    // Cloudflare's limit: 100 rules from the first with '*' on.
    const dynamic = rules.slice(rules.findIndex(([from]) => from?.includes('*')));
    expect(dynamic.length).toBeLessThanOrEqual(100);
    expect(files['nginx-headers.conf']).toContain('try_files /index.html =404;');
    expect(files['nginx-headers.conf']).toContain('try_files $uri $uri.html /app.html;');
  });
});
