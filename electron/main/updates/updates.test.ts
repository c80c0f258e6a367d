import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { UpdateState } from '../../../renderer/core/updates.ts';
import {
  createUpdates,
  FIRST_CHECK_MS,
  NEXT_CHECK_MS,
  type Updater,
  type UpdateService,
} from './updates.ts';

/** electron-updater as documented: calls that end with an event. */
class FakeUpdater extends EventEmitter implements Updater {
  newest: string | undefined = '2.0.0';
  broken = false;
  checks = 0;
  downloads = 0;
  installed: unknown[][] = [];

  checkForUpdates(): Promise<unknown> {
    this.checks++;
    if (this.broken) return this.#fail();
    if (this.newest === undefined) this.emit('update-not-available', {});
    else this.emit('update-available', { version: this.newest });
    return Promise.resolve();
  }

  downloadUpdate(): Promise<unknown> {
    this.downloads++;
    this.emit('download-progress', { percent: 40 });
    if (this.broken) return this.#fail();
    this.emit('update-downloaded', { version: this.newest });
    return Promise.resolve();
  }

  quitAndInstall(...how: unknown[]): void {
    this.installed.push(how);
    if (this.broken) this.#fail().catch(() => undefined);
  }

  #fail(): Promise<never> {
    const failure = new Error('the feed is not there');
    this.emit('error', failure);
    return Promise.reject(failure);
  }
}

let updater: FakeUpdater;
let notified: UpdateState[];
let timers: { wait: number; then: () => void; off: boolean }[];
let on: boolean;
const report = vi.fn();

function start(automatic = true): UpdateService {
  on = automatic;
  return createUpdates({
    updater,
    automatic: () => on,
    remember: (value) => (on = value),
    notify: (state) => notified.push(state),
    report,
    after(wait, then) {
      const timer = { wait, then, off: false };
      timers.push(timer);
      return () => void (timer.off = true);
    },
  });
}
const stages = () => notified.map(({ stage }) => stage);
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  updater = new FakeUpdater();
  notified = [];
  timers = [];
  report.mockReset();
});

describe('searching for a newer version', () => {
  it('happens automatically after the start and once a day, and downloads nothing', async () => {
    start();
    expect(updater.checks).toBe(0);
    expect(timers.map(({ wait }) => wait)).toEqual([FIRST_CHECK_MS]);
    timers[0]?.then();
    await settled();
    expect(timers.map(({ wait }) => wait)).toEqual([FIRST_CHECK_MS, NEXT_CHECK_MS]);
    expect(notified).toEqual([{ automatic: true, stage: 'available', version: '2.0.0' }]);
    expect([updater.downloads, updater.installed]).toEqual([0, []]);
  });

  it('never happens automatically once it is switched off', () => {
    const updates = start();
    updates.setAutomatic(false);
    expect(timers.every(({ off }) => off)).toBe(true);
    expect(notified).toEqual([{ automatic: false, stage: 'idle' }]);
    expect(start(false).state()).toEqual({ automatic: false, stage: 'idle' });
    expect(timers).toHaveLength(1);
    expect(updater.checks).toBe(0);
  });

  it('continues when it is switched on again', () => {
    start(false).setAutomatic(true);
    expect(timers.map(({ wait, off }) => [wait, off])).toEqual([[FIRST_CHECK_MS, false]]);
  });

  it('says that there is none', async () => {
    updater.newest = undefined;
    await start(false).check();
    expect(stages()).toEqual(['checking', 'current']);
  });

  it('reports a failure only if the user asked', async () => {
    updater.broken = true;
    const updates = start();
    timers[0]?.then();
    await settled();
    expect(updates.state().stage).toBe('idle');
    await updates.check();
    expect(updates.state().stage).toBe('failed');
    timers[1]?.then();
    await settled();
    expect(updates.state().stage).toBe('failed');
    expect(report).toHaveBeenCalledTimes(3);
  });

  it('changes nothing about a version that is being fetched', async () => {
    const updates = start();
    await updates.check();
    await updates.download();
    timers[0]?.then();
    await settled();
    expect(updates.state().stage).toBe('ready');
  });
});

describe('a newer version', () => {
  it('is downloaded and installed by the person, each once', async () => {
    const updates = start(false);
    updates.install();
    await updates.download();
    expect([updater.downloads, updater.installed]).toEqual([0, []]);
    await updates.check();
    updates.install();
    await updates.download();
    await updates.download();
    expect(notified.slice(2)).toEqual([
      { automatic: false, stage: 'loading', version: '2.0.0', done: 0 },
      { automatic: false, stage: 'loading', version: '2.0.0', done: 0.4 },
      { automatic: false, stage: 'ready', version: '2.0.0' },
    ]);
    expect([updater.downloads, updater.installed]).toEqual([1, []]);
    await updates.check();
    expect(updates.state().stage).toBe('ready');
    updates.install();
    expect(updater.installed).toEqual([[false, true]]);
  });

  it('that can’t be downloaded is reported, and may be searched for again', async () => {
    const updates = start(false);
    await updates.check();
    updater.broken = true;
    await updates.download();
    expect(updates.state()).toEqual({ automatic: false, stage: 'failed', version: '2.0.0' });
    updates.install();
    expect(updater.installed).toEqual([]);
    updater.broken = false;
    await updates.check();
    expect(updates.state().stage).toBe('available');
  });

  it('that can’t be installed is reported, and may be fetched again', async () => {
    const updates = start(false);
    await updates.check();
    await updates.download();
    updater.broken = true;
    updates.install();
    expect(notified.at(-1)).toEqual({
      automatic: false,
      stage: 'not-installed',
      version: '2.0.0',
    });
    expect(report).toHaveBeenCalledOnce();
    updater.broken = false;
    await updates.check();
    await updates.download();
    expect(updates.state().stage).toBe('ready');
  });
});
