import { prerender } from 'react-dom/static';
import { expect, test, vi } from 'vitest';

import { logEntries } from '../core/log/log.ts';
import { lazily } from './lazily.tsx';

test('a part that can’t be loaded takes nothing else away, and asks for a reload', async () => {
  vi.stubGlobal('document', {});
  const Part = lazily(() => Promise.reject(new Error('offline')));
  const { prelude } = await prerender(
    <main>
      The page
      <Part />
    </main>,
  );
  expect(await new Response(prelude).text()).toMatch(
    /^<main>The page.*Reload this page to continue/,
  );
  expect(logEntries()).toEqual([expect.objectContaining({ place: 'app.screen' })]);
});
