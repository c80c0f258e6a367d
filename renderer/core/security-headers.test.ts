import { describe, expect, it } from 'vitest';

import { contentSecurityPolicy, securityHeaders } from './security-headers.ts';

const directives = (policy: string): Map<string, string[]> =>
  new Map(
    policy
      .split('; ')
      .map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1)]),
  );

describe('securityHeaders', () => {
  const local = {
    addresses: [
      'http://127.0.0.1:8899/',
      'http://127.0.0.1:8899/second',
      'https://rpc.example.org/?key=1',
    ],
    https: false,
  };

  it('lets the page call only itself and the named origins', () => {
    expect(directives(contentSecurityPolicy(local)).get('connect-src')).toEqual([
      "'self'",
      'blob:',
      'data:',
      'http://127.0.0.1:8899',
      'https://rpc.example.org',
    ]);
  });

  it('runs no inline or evaluated script and no inline style', () => {
    const policy = directives(contentSecurityPolicy({ ...local, https: true }));
    expect(policy.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    expect(policy.get('style-src')).toEqual(["'self'"]);
    expect(policy.get('default-src')).toEqual(["'self'"]);
    for (const closed of ['object-src', 'frame-src', 'base-uri', 'frame-ancestors'])
      expect(policy.get(closed)).toEqual(["'none'"]);
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(policy.get('trusted-types')).toEqual(['default']);
  });

  it('insists on https only if the page is served over https', () => {
    expect(securityHeaders(local)).not.toHaveProperty('Strict-Transport-Security');
    expect(contentSecurityPolicy(local)).not.toContain('upgrade-insecure-requests');
    const secure = securityHeaders({ ...local, https: true });
    expect(secure['Strict-Transport-Security']).toMatch(/^max-age=\d{8}/);
    expect(secure['Content-Security-Policy']).toContain('upgrade-insecure-requests');
  });

  it.each([
    'https://rpc.example.org;script-src *',
    "'unsafe-inline'",
    'rpc.example.org',
    'https://a b',
  ])('refuses %j as an address', (address) => {
    expect(() => securityHeaders({ addresses: [address], https: true })).toThrow(RangeError);
  });
});
