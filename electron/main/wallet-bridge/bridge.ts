import { z } from 'zod';

import type { Network } from '../../../renderer/core/network.ts';
import {
  WALLET_CALLS,
  type PageWallet,
  type WalletCall,
} from '../../../renderer/core/wallet-calls.ts';
import { PATHS, type Session } from '../../wallet-page/protocol.ts';
import { checkResult } from './check.ts';
import { Conversation, type ConversationDeps } from './conversation.ts';
import { factsOf } from './facts.ts';
import { PageServer, type PageApi, type PageFile } from './server.ts';

const id = z.uuid();
const BODIES = {
  session: z.strictObject({ token: z.string().length(43) }),
  next: z.strictObject({ showing: id.nullable() }),
  stage: z.strictObject({ id, stage: z.enum(['open', 'asking', 'missing']) }),
  answer: z.strictObject({
    id,
    answer: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('result'), result: z.unknown() }),
      z.strictObject({ kind: z.literal('rejected') }),
      z.strictObject({
        kind: z.literal('failed'),
        message: z.string().max(2_000),
        code: z.number().int().optional(),
      }),
    ]),
  }),
};

export interface WalletBridgeDeps extends Pick<ConversationDeps, 'open' | 'onWaiting'> {
  readonly network: Network;
  /** The files of the built page, by path. */
  readonly files: () => ReadonlyMap<string, PageFile>;
}

export interface WalletBridge {
  /** Asks the wallet in the user's browser. @throws LikenessError as the request ends */
  ask(call: WalletCall): Promise<unknown>;
  cancel(): void;
  openAgain(): Promise<void>;
  close(): void;
}

/** Runs the conversation behind the loopback server. */
export function createWalletBridge({
  network,
  files,
  open,
  onWaiting,
}: WalletBridgeDeps): WalletBridge {
  let asked: PageWallet = 'phantom';
  const conversation: Conversation = new Conversation({
    open,
    onWaiting,
    listen: () => server.listen(),
    stopListening: () => server.stop(),
  });

  const api: PageApi = async (path, body, key, gone) => {
    if (path === PATHS.session) {
      const session = conversation.exchange(BODIES.session.parse(body).token);
      return (
        session &&
        ({
          ...session,
          network,
          wallet: asked,
          chain: network === 'mainnet' ? 'solana:mainnet' : 'solana:devnet',
        } satisfies Session)
      );
    }
    if (!conversation.isPage(key)) return undefined;
    if (path === PATHS.next) return conversation.next(key, BODIES.next.parse(body).showing, gone);
    if (path === PATHS.stage) {
      const message = BODIES.stage.parse(body);
      conversation.stage(message.id, message.stage);
      return {};
    }
    if (path === PATHS.answer) {
      const message = BODIES.answer.parse(body);
      return conversation.answer(message.id, message.answer);
    }
    return undefined;
  };
  const server = new PageServer({ files, api });

  return {
    ask: (call) => {
      const { wallet } = WALLET_CALLS[call.method];
      asked = wallet;
      return conversation.ask(call, wallet, factsOf(call), (result) => checkResult(call, result));
    },
    cancel: () => conversation.cancel(),
    openAgain: () => conversation.openAgain(),
    close: () => conversation.close(),
  };
}
