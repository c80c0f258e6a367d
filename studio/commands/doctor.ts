import { openLine } from '../../engine-host/line.ts';
import { EngineError } from '../../renderer/core/engines/engine.ts';
import { ENGINE_VERSION } from '../../renderer/engine/version.ts';
import { findChromium } from '../engine/chromium.ts';
import type { Engine } from '../engine/engine.ts';
import { EXIT, StudioError } from '../failures.ts';
import { namedEngines, type NamedEngine } from '../looks/engines.ts';
import { parse, type Command } from './command.ts';

interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly found: string;
}

export const doctor: Command = {
  summary: 'Says what is here, what is missing, and how to get it.',
  usage: `likeness doctor [--json]

Looks for Chromium, starts it, and tests the engine once, from a picture to a file. Asks each engine
of LIKENESS_ENGINES whether it is ready; no photo is sent.`,
  async run(args, { createEngine, config }) {
    const { values } = parse(args, { json: { type: 'boolean', default: false } });
    const engines = namedEngines();
    const findings: Finding[] = [
      { what: 'Likeness', ok: true, found: `${config.version}, for ${config.network}` },
      { what: 'Node', ok: true, found: process.version },
    ];
    const chromium = findChromium();
    findings.push(
      chromium === undefined
        ? {
            what: 'Chromium',
            ok: false,
            found: 'none. Install Chromium or Chrome, or name it in LIKENESS_CHROMIUM.',
          }
        : { what: 'Chromium', ok: true, found: chromium },
    );
    if (chromium !== undefined) findings.push(...(await tryEngine(createEngine())));
    for (const [name, open] of engines) findings.push(await probe(name, open));
    for (const finding of findings) {
      const { what, ok, found } = finding;
      process.stdout.write(
        values.json
          ? `${JSON.stringify(finding)}\n`
          : `${ok ? 'ok  ' : 'no  '} ${what}: ${found}\n`,
      );
    }
    return findings.every(({ ok }) => ok) ? EXIT.done : EXIT.missing;
  },
};

/** Asks an engine of the operator's own whether it can be reached, and whether it is ready. */
async function probe(name: string, open: () => NamedEngine): Promise<Finding> {
  const what = `Engine ${name}`;
  let at = '';
  try {
    const named = open();
    const { address, protocol } = named;
    at = `${address}: `;
    const line = await openLine(named);
    const { version, missing, sendsOn } = await line.follow(protocol.probe());
    const passes = sendsOn.length > 0 ? `; passes photos on by ${sendsOn.join(', ')}` : '';
    return missing.length === 0
      ? { what, ok: true, found: `ready at ${address} (${version})${passes}` }
      : { what, ok: false, found: `reachable at ${address}, but ${missing.join('; ')}` };
  } catch (thrown) {
    if (!(thrown instanceof EngineError || thrown instanceof StudioError)) throw thrown;
    return { what, ok: false, found: at + thrown.message };
  }
}

async function tryEngine(engine: Engine): Promise<Finding[]> {
  try {
    const lacking = await engine.selfTest();
    const sandboxed = process.env['LIKENESS_CHROMIUM_SANDBOX'] !== 'off';
    return [
      {
        what: 'Engine',
        ok: lacking.length === 0,
        found:
          lacking.length === 0
            ? `${String(ENGINE_VERSION)}, in ${await engine.browser()}`
            : `this browser lacks ${lacking.join(', ')}. Take a current Chromium or Chrome.`,
      },
      {
        what: 'Living avatars',
        ok: true,
        found: `written as ${(await engine.videoFormats()).join(', ')}`,
      },
      {
        what: 'Chromium’s sandbox',
        ok: sandboxed,
        found: sandboxed ? 'on' : 'off (LIKENESS_CHROMIUM_SANDBOX); for tests only.',
      },
    ];
  } catch (thrown) {
    return [
      { what: 'Engine', ok: false, found: thrown instanceof Error ? thrown.message : 'failed' },
    ];
  } finally {
    await engine.close();
  }
}
