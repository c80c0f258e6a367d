import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

import { invoke, saveByMain, test } from './fixtures.ts';

test(
  'the window has every setting that keeps a page from the machine',
  { tag: '@smoke' },
  ({ desktop }) => {
    const { host } = desktop;
    expect(host.app.sandboxed).toBe(true);
    expect(host.windows).toHaveLength(1);
    expect(host.windows[0]?.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
    });
    expect(host.windows[0]?.contents.webRtcPolicy).toBe('disable_non_proxied_udp');
    expect(host.windows[0]?.options.webPreferences).not.toHaveProperty('enableBlinkFeatures');
    expect(host.schemes).toEqual([
      expect.objectContaining({
        scheme: 'app',
        privileges: expect.not.objectContaining({ bypassCSP: true }),
      }),
    ]);
  },
);

test(
  'the page gets the policy, its sandbox’s addresses and two functions',
  { tag: '@smoke' },
  async ({ page, desktop, rpc }) => {
    const response = await page.reload();
    const policy = (await response?.allHeaders())?.['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain(rpc.url);
    expect(policy).not.toContain("'unsafe-eval'");
    expect(policy).not.toContain("'unsafe-inline'");
    expect(await page.locator('meta[name=likeness-config]').getAttribute('content')).toContain(
      rpc.url,
    );
    expect(await page.evaluate(() => Object.keys(window.likenessDesktop ?? {}))).toEqual([
      'invoke',
      'subscribe',
    ]);
    expect(
      await page.evaluate(() => [typeof globalThis.require, typeof globalThis.process]),
    ).toEqual(['undefined', 'undefined']);
    await desktop.open('/avatar/101');
    expect(await page.title()).toContain('Likeness');
  },
);

test('requests reach the sandbox from app://likeness, and no other host', async ({ page, rpc }) => {
  const ask = (url: string) =>
    page.evaluate(
      (address) =>
        fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        }).then(
          (answer) => answer.text(),
          () => 'refused',
        ),
      url,
    );
  expect(await ask(rpc.url)).toBe('{"ok":true}');
  expect(rpc.origins.at(-1)).toBe('app://likeness');
  expect(await ask('https://likeness-leak.invalid/')).toBe('refused');
});

test('photos come only from the dialog, each is read once, and cancelling returns none', async ({
  page,
  desktop,
  root,
}) => {
  const paths = ['me.png', 'you.png', 'gone.png'].map((name) => join(root, name));
  for (const path of paths.slice(0, 2)) await writeFile(path, `a picture in ${path}`);
  desktop.host.systemUi.answers.push(paths, undefined);
  const picked = (await invoke(page, 'photos.pick', null)) as {
    value: { id: string; name: string }[];
  };
  expect(picked.value.map(({ name }) => name)).toEqual(['me.png', 'you.png', 'gone.png']);
  const read = (index: number) =>
    page.evaluate(async (id) => {
      const outcome = (await window.likenessDesktop?.invoke('photos.read', { id })) as {
        ok: boolean;
        code?: string;
        value?: { bytes: Uint8Array<ArrayBuffer> };
      };
      return outcome.value ? await new Blob([outcome.value.bytes]).text() : outcome.code;
    }, picked.value[index]?.id);
  expect(await read(1)).toBe(`a picture in ${String(paths[1])}`);
  expect(await read(1)).toBe('photo-damaged');
  expect(await read(2)).toBe('photo-damaged');
  expect(await read(0)).toBe(`a picture in ${String(paths[0])}`);
  expect(await invoke(page, 'photos.read', { id: '/etc/passwd' })).toMatchObject({
    ok: false,
    code: 'unexpected',
  });

  expect(await invoke(page, 'photos.pick', null)).toEqual({ ok: true, value: [] });
  expect(await invoke(page, 'photos.pick', { path: '/etc/passwd' })).toMatchObject({ ok: false });
  expect(desktop.host.systemUi.asked).toHaveLength(2);
  expect(desktop.host.systemUi.asked[0]?.properties).toContain('multiSelections');
});

test(
  'files are saved beside those of their name, and shown by number',
  { tag: '@smoke' },
  async ({ page, desktop }) => {
    const save = async () => {
      const outcome = await saveByMain(page, '../Realistic_1.png', 'abc');
      return (outcome as { value: { id: string; place: string } }).value;
    };
    let first: { id: string; place: string } | undefined;
    const saved = await desktop.savedFile(async () => {
      first = await save();
    });
    expect(saved).toEqual({ name: '_Realistic_1.png', bytes: Buffer.from('abc') });
    expect(
      (
        await desktop.savedFile(async () => {
          await save();
        })
      ).name,
    ).toBe('_Realistic_1 (2).png');
    await invoke(page, 'downloads.reveal', { id: first?.id });
    expect(desktop.host.systemUi.shownFiles).toEqual([first?.place]);
    expect(await invoke(page, 'downloads.reveal', { id: first?.place })).toMatchObject({
      ok: false,
    });
  },
);

test('another folder is used once the user has chosen it', async ({ page, desktop, root }) => {
  const chosen = join(root, 'Avatars');
  await mkdir(chosen);
  desktop.host.systemUi.answers.push([chosen]);
  expect(await invoke(page, 'downloads.chooseFolder', null)).toEqual({ ok: true, value: null });
  const outcome = await saveByMain(page, 'a.png', 'x');
  expect(outcome).toMatchObject({ value: { place: join(chosen, 'a.png') } });
});

test('the settings choose the folder, say when it is gone, and go back to Downloads', async ({
  page,
  desktop,
  root,
}) => {
  const chosen = join(root, 'Portraits');
  await mkdir(chosen);
  await desktop.open('/dashboard?tab=settings');
  const settings = page.getByRole('region', { name: 'Saving avatars' });
  await expect(settings.getByText('Saved in the folder downloads.')).toBeVisible();
  desktop.host.systemUi.answers.push(undefined, [chosen]);
  await settings.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(settings.getByText('Saved in the folder downloads.')).toBeVisible();
  await settings.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(settings.getByText('Saved in the folder Portraits.')).toBeVisible();
  expect(
    desktop.host.systemUi.asked.map(({ properties, defaultPath }) => [properties, defaultPath]),
  ).toEqual([
    [['openDirectory', 'createDirectory'], join(root, 'downloads')],
    [['openDirectory', 'createDirectory'], join(root, 'downloads')],
  ]);

  await rm(chosen, { recursive: true });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(settings.getByText('It can’t be found at the moment.')).toBeVisible();
  await settings.getByRole('button', { name: 'Use Downloads' }).click();
  await expect(settings.getByText('Saved in the folder downloads.')).toBeVisible();
});

test('links open outside if they are listed; windows and foreign pages never open inside', async ({
  page,
  desktop,
}) => {
  expect(await invoke(page, 'links.open', { url: 'https://phantom.app/download' })).toEqual({
    ok: true,
    value: null,
  });
  for (const url of ['https://evil.example/', 'file:///etc/passwd'])
    expect(await invoke(page, 'links.open', { url })).toMatchObject({
      ok: false,
      code: 'link-refused',
    });
  expect(desktop.host.systemUi.openedLinks).toEqual(['https://phantom.app/download']);

  const { refusedWindows } = desktop.host.systemUi;
  await page.evaluate(() => void window.open('https://evil.example/1'));
  await page.evaluate(() => void window.open('https://evil.example/2', '_blank', 'noopener'));
  await expect
    .poll(() => refusedWindows)
    .toEqual(['https://evil.example/1', 'https://evil.example/2']);
  await expect
    .poll(() => desktop.context.pages().map((open) => open.url()))
    .toEqual(['https://likeness.invalid/']);

  const refused = page.waitForEvent('requestfailed');
  await page.evaluate(() => window.location.assign('https://evil.example/'));
  expect((await refused).url()).toBe('https://evil.example/');
  expect(page.url()).toBe('https://likeness.invalid/');
});

test('a frame that a script adds shows no page, gets no bridge, and main answers none', async ({
  page,
  desktop: { host },
}) => {
  const refused = await page.evaluate(async () => {
    const blocked: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      if (effectiveDirective === 'frame-src') blocked.push(effectiveDirective);
    });
    const add = (set: (frame: HTMLIFrameElement) => void): Promise<HTMLIFrameElement> => {
      const frame = document.createElement('iframe');
      set(frame);
      return new Promise((resolve) => {
        frame.onload = () => resolve(frame);
        document.body.append(frame);
      });
    };
    for (const src of [
      '/',
      'https://evil.example/',
      'data:text/html,x',
      URL.createObjectURL(new Blob(['x'], { type: 'text/html' })),
    ]) {
      const frame = await add((it) => (it.src = src));
      if (frame.contentDocument) throw new Error(`${src} was shown`);
    }
    const markup = ((): string => {
      try {
        document.createElement('iframe').srcdoc = '<script>parent.ran = true</script>';
        return 'taken';
      } catch (refusal) {
        return (refusal as Error).name;
      }
    })();
    const empty = await add(() => undefined);
    return { blocked, markup, bridge: typeof empty.contentWindow?.likenessDesktop };
  });
  expect(refused).toEqual({
    blocked: ['frame-src', 'frame-src', 'frame-src', 'frame-src'],
    markup: 'TypeError',
    bridge: 'undefined',
  });

  const ours = { origin: 'app://likeness', parent: null };
  const ask = (frame: Parameters<typeof host.messageFrom>[0], ownWindow = true) =>
    host.messageFrom(frame, ownWindow, 'downloads.folder', null);
  expect(await ask(ours)).toMatchObject({ ok: true });
  for (const frame of [
    { ...ours, parent: {} },
    { ...ours, origin: 'null' },
    { ...ours, origin: 'https://evil.example' },
    null,
  ]) {
    expect(await ask(frame)).toEqual({ ok: false, code: 'unexpected', context: {} });
  }
  expect(await ask(ours, false)).toEqual({ ok: false, code: 'unexpected', context: {} });
});

test('messages on channels that don’t exist are refused before main', async ({ page }) => {
  for (const channel of ['[object Object]', 'fs.read', 'photos.pick ', '']) {
    await expect(invoke(page, channel, null)).rejects.toThrow('unknown channel');
  }
});

test('the clipboard may be written and notifications shown, nothing else', async ({ page }) => {
  const state = (name: string) =>
    page.evaluate(
      (asked) =>
        navigator.permissions.query({ name: asked as PermissionName }).then((found) => found.state),
      name,
    );
  expect(await state('clipboard-write')).toBe('granted');
  expect(await state('notifications')).toBe('granted');
  expect(await state('geolocation')).not.toBe('granted');
  expect(await state('clipboard-read')).not.toBe('granted');
});

test('a batch shows on the taskbar, keeps the device awake, and notifies when the user is elsewhere', async ({
  page,
  desktop,
}) => {
  const { systemUi, window: shown } = desktop.host;
  const notify = () =>
    invoke(page, 'attention.notify', {
      title: 'Done',
      body: '12 avatars are ready',
      path: '/dashboard',
    });
  await invoke(page, 'attention.progress', { done: 0.25 });
  await invoke(page, 'attention.progress', { done: 0.5 });
  expect(shown.progress).toBe(0.5);
  expect(systemUi.awake.size).toBe(1);
  await invoke(page, 'attention.progress', { done: null });
  expect(shown.progress).toBe(-1);
  expect(systemUi.awake.size).toBe(0);

  await notify();
  expect(systemUi.notifications).toHaveLength(0);
  shown.focused = false;
  await notify();
  expect(systemUi.notifications).toMatchObject([{ title: 'Done', body: '12 avatars are ready' }]);
  systemUi.notifications[0]?.click();
  expect(shown.focused).toBe(true);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/dashboard');
});

test('a wallet is given up when the page that asks it is left, and when the app quits', async ({
  page,
  desktop,
}) => {
  const { app, systemUi } = desktop.host;
  const ask = () => invoke(page, 'wallet.ask', { method: 'solana_connect', params: [] });
  ask().catch(() => undefined); // Its page is gone before the answer.
  await expect.poll(() => systemUi.openedLinks.length).toBe(1);
  await page.reload();
  const server = () =>
    fetch(systemUi.openedLinks[0] ?? '').then(
      () => 'there',
      () => 'gone',
    );
  await expect.poll(server).toBe('gone');

  const ended = ask();
  await expect.poll(() => systemUi.openedLinks.length).toBe(2);
  app.quit();
  expect(await ended).toMatchObject({ ok: false, code: 'wallet-given-up' });
});

test('a page that is reloaded or dies during a batch leaves neither progress nor a device kept awake', async ({
  page,
  desktop,
}) => {
  const { systemUi, window } = desktop.host;
  for (const end of ['reload', 'crash'] as const) {
    await invoke(page, 'attention.progress', { done: 0.25 });
    expect(systemUi.awake.size).toBe(1);
    await desktop[end]();
    await expect.poll(() => [systemUi.awake.size, window.progress]).toEqual([0, -1]);
  }
});
