import {
  ENGINE_CALLS,
  fromText,
  RELAY,
  relayLine,
  toText,
  type EngineOutput,
} from '../../core/engines/calls.ts';
import type { Engines } from '../../ports/engines.ts';
import type { Requests } from '../../ports/requests.ts';
import { createEngines, type CallEngines } from '../engines.ts';

/**
 * The local server that the page came from calls the user's engines. Rejects if it doesn't now: it was
 * stopped, or something else serves the page.
 */
export async function webEngines(requests: Pick<Requests, 'note' | 'relay'>): Promise<Engines> {
  const call: CallEngines = async (name, input, onEvent) => {
    let output: unknown;
    await requests.relay({
      path: RELAY + name,
      body: toText(input),
      onLine(line) {
        const read = relayLine.parse(fromText(line));
        if ('event' in read) onEvent?.(read.event);
        else output = read.output;
      },
    });
    return ENGINE_CALLS[name].output.parse(output) as EngineOutput<typeof name>;
  };
  const engines = createEngines(call, requests);
  await engines.list();
  return engines;
}
