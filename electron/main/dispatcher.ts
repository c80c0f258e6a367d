import { errorCode, LikenessError } from '../../renderer/core/errors.ts';
import {
  CONTRACT,
  type Channel,
  type Input,
  type Outcome,
  type Output,
} from '../../renderer/platform/desktop/ipc-contract.ts';
import { APP_ORIGIN } from './origin.ts';

/**
 * The sender of a message: its frame's origin, and whether it is the top frame of one of our
 * windows. The frame's address isn't used: that of a sandboxed or blank page doesn't show whose it
 * is.
 */
export interface Sender {
  readonly origin: string;
  readonly isOwnMainFrame: boolean;
}

export type Handlers = {
  readonly [C in Channel]: (input: Input<C>) => Output<C> | Promise<Output<C>>;
};
/** The handlers of rooms: the words before the dot in the channels' names. */
export type HandlersOf<Room extends string> = Pick<
  Handlers,
  Extract<keyof Handlers, `${Room}.${string}`>
>;

const refused: Outcome = { ok: false, code: 'unexpected', context: {} };

/**
 * Every input is null or an object with few names. Searching 64 MB of bytes for unknown names would
 * take minutes.
 */
const isInput = (input: unknown): boolean =>
  input === null ||
  (typeof input === 'object' && !ArrayBuffer.isView(input) && !Array.isArray(input));

/**
 * Checks the sender, parses the input, runs the handler, parses its result and returns an Outcome.
 * Malformed input stops here. If a handler throws unexpectedly, the error is logged, and the page
 * learns only that the call failed.
 */
export function createDispatcher(
  handlers: Handlers,
  report: (channel: Channel, thrown: unknown) => void,
) {
  return async (sender: Sender, channel: unknown, input: unknown): Promise<Outcome> => {
    if (!sender.isOwnMainFrame || sender.origin !== APP_ORIGIN) return refused;
    if (typeof channel !== 'string' || !Object.hasOwn(CONTRACT, channel)) return refused;
    if (!isInput(input)) return refused;
    const known = channel as Channel;
    const parsed = CONTRACT[known].input.safeParse(input);
    if (!parsed.success) return refused;
    try {
      const handle = handlers[known] as (input: unknown) => unknown;
      return { ok: true, value: CONTRACT[known].output.parse(await handle(parsed.data)) };
    } catch (thrown) {
      if (thrown instanceof LikenessError)
        return { ok: false, code: thrown.code, context: { ...thrown.context } };
      report(known, thrown);
      return { ok: false, code: errorCode(thrown), context: {} };
    }
  };
}
