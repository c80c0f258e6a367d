import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { webOffline, type OfflineDeps } from './offline.ts';

function stage(controlled = false) {
  const worker = Object.assign(new EventTarget(), { state: 'installing' });
  const register = vi.fn(() =>
    Promise.resolve({ installing: worker, waiting: null, active: null } as unknown),
  );
  const container = {
    register,
    controller: controlled ? worker : null,
  } as unknown as NonNullable<OfflineDeps['container']>;
  const become = (state: string): void => {
    worker.state = state;
    worker.dispatchEvent(new Event('statechange'));
  };
  return { container, register, become };
}

describe('what the web app keeps for when there is no network', () => {
  it('is asked for once, and ready when all of it is in', async () => {
    const { container, register, become } = stage();
    const offline = webOffline({ container, installed: false, savesData: false });
    const listener = vi.fn();
    offline.subscribe(listener);
    expect(register).not.toHaveBeenCalled();
    offline.prepare();
    offline.prepare();
    await Promise.resolve();
    expect(register).toHaveBeenCalledTimes(1);
    become('installed');
    expect(offline.snapshot()).toBe(false);
    become('activated');
    expect(offline.snapshot()).toBe(true);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('waits for an installation where the person saves data', () => {
    const { container, register } = stage();
    webOffline({ container, installed: false, savesData: true }).prepare();
    expect(register).not.toHaveBeenCalled();
    webOffline({ container, installed: true, savesData: true });
    expect(register).toHaveBeenCalledTimes(1);
  });

  it('is ready from the start where a worker answers already', () => {
    const { container } = stage(true);
    expect(webOffline({ container, installed: false, savesData: false }).snapshot()).toBe(true);
  });

  it('is nothing where the browser has none', () => {
    const offline = webOffline({ container: undefined, installed: true, savesData: false });
    offline.prepare();
    expect(offline.snapshot()).toBe(false);
  });
});

it('the script that runs before a page and the messages are as new as the page, else the kept ones', async () => {
  const answers: ((event: unknown) => void)[] = [];
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true);
  vi.stubGlobal('location', new URL('https://likeness.example/sw.js'));
  vi.stubGlobal('addEventListener', (type: string, answer: (event: unknown) => void) => {
    if (type === 'fetch') answers.push(answer);
  });
  vi.stubGlobal('__KEPT_FILES__', [{ url: '/boot.js', revision: '1' }]);
  const kept = {
    match: () => Promise.resolve(new Response('kept')),
    put: () => Promise.reject(new Error('the disk is full')),
  };
  vi.stubGlobal('caches', { ...kept, open: () => Promise.resolve(kept) });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('new')));
  await import('./service-worker.ts');
  const answered = async (path: string): Promise<string> => {
    const request = new Request(`https://likeness.example${path}`);
    const response = await new Promise<Response>((respondWith) =>
      answers.forEach((answer) => answer({ request, respondWith, type: 'fetch' })),
    );
    return response.text();
  };
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const path of ['/boot.js', '/messages/de.json']) {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('new')));
    expect(await answered(path)).toBe('new');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    expect(await answered(path)).toBe('kept');
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('Bad gateway', { status: 502 })));
    expect(await answered(path)).toBe('kept');
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const late = answered(path);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await late).toBe('kept');
  }
});
