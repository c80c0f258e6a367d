import puppeteer from 'puppeteer-core';

import { StudioError } from '../failures.ts';
import { findChromium, isRoot, QUIET_FLAGS } from './chromium.ts';
import type { EngineHost } from './engine.ts';
import { answerWithPage } from './page-files.ts';

/** The engine has time limits of its own, so a browser that exceeds this one is hanging. */
const LONGEST_CALL_MS = 10 * 60_000;
/** A machine whose cores are all taken needs a minute to start a browser. */
const LONGEST_START_MS = 3 * 60_000;

/**
 * Starts the installed Chromium, headless, with the engine's page.
 * @param folder the folder of the built engine page
 * @throws StudioError 'missing' with a sentence
 */
export async function startHeadless(folder: string): Promise<EngineHost> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new StudioError(
      'missing',
      'No Chromium or Chrome was found. Install one, or name it in LIKENESS_CHROMIUM.',
    );
  const unwalled = process.env['LIKENESS_CHROMIUM_SANDBOX'] === 'off';
  if (isRoot() && !unwalled)
    throw new StudioError(
      'missing',
      'Chromium keeps its sandbox only for an ordinary user, and this is root. Run the studio as another user.',
    );
  try {
    const browser = await puppeteer.launch({
      executablePath,
      // Over a pipe: no port for other programs to reach, and the browser ends with this process.
      pipe: true,
      // Lets Ctrl-C finish the picture first.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: LONGEST_START_MS,
      protocolTimeout: LONGEST_CALL_MS,
      args: [...QUIET_FLAGS, ...(unwalled ? ['--no-sandbox'] : [])],
    });
    const gone = new Promise<void>((resolve) => void browser.once('disconnected', () => resolve()));
    const end = async (): Promise<void> => {
      // Kills a browser that doesn't close.
      await browser.close().catch(() => browser.process()?.kill('SIGKILL'));
    };
    try {
      const url = await answerWithPage(browser, folder);
      const page = await browser.newPage();
      // A crashed page never answers. The end of its browser does.
      page.once('error', () => void end());
      page.setDefaultTimeout(LONGEST_START_MS);
      const answer = await page.goto(url);
      if (!answer?.ok()) throw new Error(`its page is missing in ${folder}`);
      await page.waitForFunction(() => 'enginePage' in window);
      return {
        browser: await browser.version(),
        gone,
        end,
        call: (name, ...args) =>
          page.evaluate(
            (called, values) =>
              (window.enginePage[called] as (...given: readonly unknown[]) => never)(...values),
            name,
            args,
          ),
      };
    } catch (thrown) {
      await end();
      throw thrown;
    }
  } catch (thrown) {
    throw new StudioError(
      'missing',
      `${executablePath} did not start the engine: ${thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : 'unknown'}`,
      { cause: thrown },
    );
  }
}
