import { matchPath } from 'react-router-dom';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { SENTENCES } from '../../renderer/core/errors.ts';
import { routes } from '../../renderer/routes.tsx';
import { ROUTES } from '../support/routes.ts';
import {
  banner,
  expectCount,
  expectVisible,
  openApp,
  pageFindings,
} from '../support/screens/index.ts';

describe('every route', () => {
  test('is in the list', () => {
    const unlisted = routes.filter(
      (route) => !ROUTES.some(({ path }) => matchPath(route.path, path.split('?')[0] ?? '')),
    );
    expect(unlisted).toEqual([]);
  });

  for (const { path, title, heading } of ROUTES) {
    test(`${path} has its title, its one main heading, header and footer, nothing that axe finds in either theme, and fits 320 px`, async () => {
      await openApp(path);
      await expect.poll(() => document.title).toBe(title);
      const headings = page.getByRole('heading', { level: 1 });
      await expectCount(headings, 1);
      await expect.element(headings).toHaveAccessibleName(heading);
      await expectVisible(banner());
      await expectVisible(page.getByRole('contentinfo'));
      expect(await pageFindings()).toEqual([]);
      await page.viewport(320, 700);
      await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    });
  }
});

test('opens where site data is switched off', async () => {
  function refuse(): never {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  }
  vi.spyOn(globalThis, 'BroadcastChannel').mockImplementation(refuse);
  for (const storage of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(globalThis, storage, 'get').mockImplementation(refuse);
  try {
    await openApp('/pricing');
  } finally {
    vi.restoreAllMocks(); // Before what runs after each test, which needs them.
  }
});

test('opens in English at the address of a language that didn’t load, whatever its hash', async () => {
  await openApp('/de/pricing#50%');
  await expectVisible(page.getByRole('heading', { name: 'Pay once, keep them all' }));
});

test.for(['', '<button>Drawn by the build</button>'])(
  'a page whose app doesn’t load says so: %j',
  async (drawn) => {
    const frame = document.createElement('iframe');
    onTestFinished(() => frame.remove());
    frame.srcdoc = `<script src="/boot.js"></script>
      <link rel="likeness-entry" href="data:text/javascript,throw new Error('no chunk')">
      <div id="root">${drawn}</div>`;
    document.body.append(frame);
    const link = (): Element | null | undefined =>
      frame.contentDocument?.querySelector('[role=alert] a');
    await expect.poll(link).toBeTruthy();
    // A sentence of the catalogues, so that it's translated.
    expect(SENTENCES['storage-superseded']).toContain(link()?.textContent);
  },
);

/** A page that the build has rendered, before the app is there. */
async function drawnPage(root: string): Promise<Document> {
  const frame = document.createElement('iframe');
  onTestFinished(() => frame.remove());
  frame.srcdoc = `<script src="/boot.js"></script><div id="root">${root}</div>`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  if (!frame.contentDocument) throw new Error('there is no page');
  return frame.contentDocument;
}

test.each([
  { chosen: 'before', replaced: false },
  { chosen: 'before', replaced: true },
  { chosen: 'by a drop before', replaced: true },
  { chosen: 'after', replaced: false },
  { chosen: 'after', replaced: true },
])(
  'a photo chosen $chosen the app takes over reaches it once (replaced: $replaced)',
  async ({ chosen, replaced }) => {
    const drawnIn = await drawnPage('<input type="file">');
    const drawn = drawnIn.querySelector('input');
    const shown = replaced ? (drawn?.cloneNode() as HTMLInputElement) : drawn;
    if (!drawn || !shown) throw new Error('there is no field');
    const choose = (): void => {
      const picked = new DataTransfer();
      picked.items.add(new File(['a face'], 'me.png'));
      drawn.files = picked.files;
      for (const type of ['input', 'change'])
        drawn.dispatchEvent(new Event(type, { bubbles: true }));
    };
    drawn.addEventListener('click', (event) => event.preventDefault());
    if (chosen !== 'by a drop before') drawn.click();

    if (chosen !== 'after') choose();
    if (replaced) drawn.replaceWith(shown);
    const heard: unknown[] = [];
    shown.addEventListener('change', () => heard.push(...(shown.files ?? [])));
    drawnIn.dispatchEvent(new Event('likeness-ready'));
    if (chosen === 'after') choose();
    expect(heard).toEqual([expect.objectContaining({ name: 'me.png' })]);
  },
);

test('text corrected after a press reaches the app before the press', async () => {
  const drawn = await drawnPage('<input><button>Send</button>');
  const [field, send] = [drawn.querySelector('input'), drawn.querySelector('button')];
  send?.click();
  if (field) field.value = 'corrected';
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  const heard: unknown[] = [];
  field?.addEventListener('input', () => heard.push(field.value));
  send?.addEventListener('click', () => heard.push('sent'));
  drawn.dispatchEvent(new Event('likeness-ready'));
  expect(heard).toEqual(['', 'corrected', 'sent']);
});
