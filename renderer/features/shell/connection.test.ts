import { expect, it } from 'vitest';

import { connectionWords } from './header.tsx';

it('claims encryption only where there is some', () => {
  expect(connectionWords(new URL('https://likeness.example/'))).toContain(
    'likeness.example over an encrypted connection',
  );
  expect(connectionWords(new URL('http://127.0.0.1:4173/'))).toMatch(/^Local connection/);
  expect(connectionWords({ protocol: 'app:', host: 'likeness' })).toContain('own disk');
});
