import { readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { expect, test, type Page } from '@playwright/test';

import { minutes } from '../support/timeouts.ts';
import { startHarness, type Harness } from './harness.ts';

const RUNTIME = /^litert.*\.wasm$/;
/** What the server has sent of the runtime when it stops. */
const SENT = 4_000_000;

/** A server that stops in the middle of the runtime until the test tells it what to do. */
interface SlowServer extends Harness {
  /** Sends what is left. */
  readonly release: () => void;
  /** Closes the connection. */
  readonly cut: () => void;
  /** The engine's files that were requested, with their sizes. */
  readonly requested: Map<string, number>;
}

async function startSlowServer(type?: string): Promise<SlowServer> {
  const requested = new Map<string, number>();
  let held: { readonly response: ServerResponse; readonly rest: Buffer } | undefined;
  let holding = true;
  const harness = await startHarness({}, (file, response) => {
    if (!/\.(tflite|wasm)$|litert[\w-]*\.js$/.test(file)) return false;
    requested.set(basename(file), statSync(file).size);
    if (!RUNTIME.test(basename(file))) return false;
    if (type !== undefined) response.setHeader('Content-Type', type);
    if (!holding) return false;
    const bytes = readFileSync(file);
    response.write(bytes.subarray(0, SENT));
    held = { response, rest: bytes.subarray(SENT) };
    return true;
  });
  return {
    ...harness,
    requested,
    release() {
      holding = false;
      held?.response.end(held.rest);
    },
    cut() {
      holding = false;
      held?.response.destroy();
    },
  };
}

declare global {
  interface Window {
    /** Every report of the engine, in order; null between the files of one step and the next. */
    reports: ({ received: number; total: number } | null)[];
    analysed: Promise<number>;
  }
}

/** Opens the page and gives the engine its first photo, without waiting for it. */
async function giveFirstPhoto(page: Page, { url }: Harness): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => 'harness' in window);
  await page.evaluate(async () => {
    const { engine, file } = window.harness;
    window.reports = [];
    engine.fetching.subscribe(() => window.reports.push(engine.fetching.snapshot() ?? null));
    const photo = await file('people/leila.webp');
    window.analysed = engine.openPhoto(photo).then(({ analysis }) => analysis.faces.length);
  });
}

const latest = (page: Page) =>
  page.evaluate(() => window.harness.engine.fetching.snapshot()?.received ?? 0);

test.describe('on a slow connection', () => {
  test.describe.configure({ timeout: minutes(2) });

  for (const [how, type] of [
    ['', undefined],
    [', also from a server that doesn’t know what wasm is', 'application/octet-stream'],
  ] as const)
    test(`the engine reports the bytes that have arrived, of all that it needs${how}`, async ({
      page,
    }) => {
      const server = await startSlowServer(type);
      await giveFirstPhoto(page, server);
      await expect.poll(() => server.requested.size).toBe(7);
      const files = [...server.requested];
      const total = files.reduce((sum, [, size]) => sum + size, 0);
      const runtime = files.find(([name]) => RUNTIME.test(name))?.[1] ?? 0;
      const arrived = total - runtime + SENT;
      // Up to half a percent may be unreported.
      await expect.poll(() => latest(page)).toBeGreaterThan(arrived - total / 200);
      expect(await latest(page)).toBeLessThanOrEqual(arrived);

      server.release();
      expect(await page.evaluate(() => window.analysed)).toBe(1);
      const reports = await page.evaluate(() => window.reports);
      expect(reports[0]).toEqual({ received: 0, total });
      expect(reports.at(-2)).toEqual({ received: total, total });
      expect(reports.at(-1)).toBeNull();
      const counts = reports.map((report) => report?.received ?? Infinity);
      expect(counts).toEqual(counts.toSorted((one, other) => one - other));
      expect(counts.length).toBeLessThan(210);
      await server.close();
    });

  test('a connection that breaks begins again, and counts from the start', async ({ page }) => {
    const server = await startSlowServer();
    await giveFirstPhoto(page, server);
    await expect.poll(() => latest(page)).toBeGreaterThan(SENT);
    server.cut();
    expect(await page.evaluate(() => window.analysed)).toBe(1);
    const reports = await page.evaluate(() => window.reports);
    const again = reports.indexOf(null);
    expect(reports[again - 1]?.received).toBeLessThan(reports[0]?.total ?? 0);
    const second = reports.slice(again).filter((report) => report !== null);
    expect(second[0]?.received).toBe(0);
    expect(second.at(-1)?.received).toBe(second[0]?.total);
    expect(reports.at(-1)).toBeNull();
    await server.close();
  });
});
