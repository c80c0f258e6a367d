import { prerender } from 'react-dom/static';
import { expect, test, vi } from 'vitest';

import { lazily } from './lazily.tsx';

test('a part that can’t be loaded takes nothing else away, and asks for a reload', async () => {
  const reported = vi.fn();
  vi.stubGlobal('document', {});
  vi.stubGlobal('reportError', reported);
  const offline = new Error('offline');
  const Part = lazily(() => Promise.reject(offline));
  const { prelude } = await prerender(
    <main>
      The page
      <Part />
    </main>,
  );
  expect(await new Response(prelude).text()).toMatch(
    /^<main>The page.*Reload this page to continue/,
  );
  expect(reported.mock.calls).toEqual([[offline]]);
});
