import { LikenessError } from '../../../core/errors.ts';
import { createState } from '../../../core/subscribable.ts';
import type { SolanaTransport } from '../../../ports/wallet-transport.ts';
import type { WalletChoice } from '../../../ports/wallets.ts';
import type { KeyValue } from '../saved.ts';
import type { PhantomLink } from './phantom-link.ts';

export interface LinkTransportDeps {
  readonly storage: KeyValue;
  /** The link's adapter, as wallet-adapter-react holds it. */
  readonly adapter: SolanaTransport;
  readonly load: () => Promise<PhantomLink>;
  /** Undefined where a provider is injected: that is better than links. */
  readonly choice: () => WalletChoice | undefined;
  readonly onChoice: (listener: () => void) => () => void;
}

/** Imported dynamically, to keep its schemas out of the first page. */
const hasSession = async (storage: KeyValue): Promise<boolean> =>
  (await import('./kept.ts')).readSession(storage) !== undefined;

/**
 * Phantom's links as a transport: the adapter holds the connection; answers arrive at the return
 * route.
 */
export function createLinkTransport({
  storage,
  adapter,
  load,
  choice,
  onChoice,
}: LinkTransportDeps): SolanaTransport {
  const away = createState(false);
  let link: PhantomLink | undefined;

  async function loaded(): Promise<PhantomLink> {
    const ready = await load();
    if (link !== ready) {
      link = ready;
      ready.onChange(() => away.set(ready.isAway));
    }
    return ready;
  }

  return {
    ...adapter,
    choice,
    onChoice(listener) {
      const stops = [away.subscribe(listener), onChoice(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    async connect() {
      await loaded();
      return adapter.connect();
    },
    restore: async () => ((await hasSession(storage)) ? adapter.restore() : undefined),
    async disconnect(quietly = false) {
      if (await hasSession(storage)) await (await loaded()).disconnect(quietly);
      await adapter.disconnect(quietly);
    },
    answers: () => 'returned',
    leaveToSign: async (transaction, purpose) => (await loaded()).leaveToSign(transaction, purpose),
    isAway: away.snapshot,
    leaveAgain: async () => link?.leaveAgain(),
    giveUp: () => link?.giveUp(),
    async takeReturn(state, query) {
      const { answer, request } = (await loaded()).take(state, query);
      const { purpose, backTo } = request;
      if (answer.kind === 'refused')
        return { kind: 'refused', code: answer.code, backTo, ...(purpose && { purpose }) };
      if (answer.kind === 'connected') {
        const address = await adapter.restore();
        if (address !== answer.address) throw new LikenessError('phantom-connect-failed');
        return { kind: 'connected', address, backTo };
      }
      if (answer.kind === 'signed' && purpose)
        return { kind: 'signed', transaction: answer.bytes, purpose, backTo };
      return { kind: 'done', backTo };
    },
  };
}
