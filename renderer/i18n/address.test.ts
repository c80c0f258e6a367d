import { describe, expect, it } from 'vitest';

import { localeOfPath, pathIn, plainPath } from './address.ts';

describe('the language in an address', () => {
  it('is its first part, and English has none', () => {
    expect(localeOfPath('/de/pricing')).toBe('de');
    expect(localeOfPath('/pt-BR')).toBe('pt-BR');
    expect(localeOfPath('/ar?lang=ar#top')).toBe('ar');
    expect(localeOfPath('/')).toBe('en');
    expect(localeOfPath('/en/pricing')).toBe('en');
    expect(localeOfPath('/design')).toBe('en');
    expect(localeOfPath('/customize/de')).toBe('en');
  });

  it('is left out of the plain path', () => {
    expect(plainPath('/de/avatar/12?from=set#file')).toBe('/avatar/12?from=set#file');
    expect(plainPath('/de')).toBe('/');
    expect(plainPath('/de?theme=dark')).toBe('/?theme=dark');
    expect(plainPath('/pricing')).toBe('/pricing');
    expect(plainPath('/de//elsewhere.example')).toBe('/elsewhere.example');
    expect(plainPath('/de/\\elsewhere.example')).toBe('/elsewhere.example');
  });

  it('is exchanged for another', () => {
    expect(pathIn('de', '/')).toBe('/de');
    expect(pathIn('de', '/?shared')).toBe('/de?shared');
    expect(pathIn('ja', '/de/pricing#pro')).toBe('/ja/pricing#pro');
    expect(pathIn('en', '/de/pricing')).toBe('/pricing');
    expect(pathIn('en', '/de')).toBe('/');
  });
});
