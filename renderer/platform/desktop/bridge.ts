import { LikenessError } from '../../core/errors.ts';
import type { DesktopBridge } from './ipc-channels.ts';
import {
  CONTRACT,
  EVENT_PAYLOADS,
  outcomeSchema,
  type Channel,
  type EventName,
  type Input,
  type Output,
  type Payload,
} from './ipc-contract.ts';

declare global {
  interface Window {
    readonly likenessDesktop?: DesktopBridge;
  }
}

function bridge(): DesktopBridge {
  const held = window.likenessDesktop;
  if (!held) throw new Error('the preload script did not run');
  return held;
}

/** Calls the main process. @throws LikenessError as main returned it */
export async function call<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const outcome = outcomeSchema.parse(await bridge().invoke(channel, input));
  if (!outcome.ok) throw new LikenessError(outcome.code, outcome.context);
  return CONTRACT[channel].output.parse(outcome.value) as Output<C>;
}

/** Listens to the main process. Returns a function that unsubscribes. */
export const listen = <E extends EventName>(
  event: E,
  listener: (payload: Payload<E>) => void,
): (() => void) =>
  bridge().subscribe(event, (payload) =>
    listener(EVENT_PAYLOADS[event].parse(payload) as Payload<E>),
  );
