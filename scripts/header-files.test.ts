import { describe, expect, it } from 'vitest';

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
  });

  it('serves the pages that the build rendered, and sends every other address to the app', () => {
    expect(files['_redirects']).toBe('/* /app.html 200\n');
    expect(files['nginx-headers.conf']).toContain('location = / { try_files /index.html =404; }');
    expect(files['nginx-headers.conf']).toContain('try_files $uri $uri.html /app.html;');
  });
});
