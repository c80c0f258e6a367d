import { LikenessError } from '../../../renderer/core/errors.ts';
import type { Minting } from '../../../renderer/ports/minting.ts';
import type { Step } from '../tabbed-simulation.ts';
import { decode, encode, signatureOf, type MintChain, type Order } from './chain.ts';
import type { MintWallet } from './wallet.ts';

/**
 * The port through which a tab mints: every question to the chain may fail, and its answer may be
 * lost.
 */
export function mintingPort(
  chain: MintChain,
  wallet: MintWallet,
  step: Step,
  order: Order,
): Minting {
  const ask = async <T>(answer: () => T): Promise<T> => {
    await step();
    if (chain.fault === 'down') throw new LikenessError('network-unreachable');
    const result = answer();
    await step();
    if (chain.fault === 'lost-answers') throw new LikenessError('network-unreachable');
    return result;
  };
  return {
    chain: 'solana',
    unit: 'SOL',
    decimals: 9,
    treasury: 'treasury',
    flow: () =>
      order === 'wallet-first'
        ? {
            order: 'wallet-first',
            owner: wallet.owner,
            returnsByLink: false,
            prepare: (mint) => ask(() => chain.prepare(mint)),
            ask: (_mint, transaction) => wallet.sign(step, transaction),
          }
        : {
            order: 'media-first',
            owner: wallet.owner,
            prepare: async (mint) => {
              const { lastValidBlock, ...rest } = await ask(() => chain.prepare(mint));
              return order === 'evm' ? rest : { ...rest, lastValidBlock };
            },
            send: async (_mint, transaction = new Uint8Array(), sign) => {
              if (order === 'evm') return wallet.signAndSend(step, transaction);
              await sign(Uint8Array.from(transaction));
              const signed = decode(await wallet.sign(step, transaction));
              // The mint's key has signed already: any change makes its signature invalid.
              if (signed.tampered || signed.n !== decode(transaction).n)
                throw new LikenessError('transaction-failed');
              chain.send({ ...signed, byKey: true });
              await step();
              return signatureOf(signed.n);
            },
          },
    quote: (mint) => ask(() => chain.prepare(mint)),
    sealing: {
      check: (_mint, asked, signed) =>
        ask(() => {
          const [wanted, found] = [decode(asked), decode(signed)];
          if (found.tampered || found.key !== wanted.key)
            throw new LikenessError('wallet-changed-transaction');
          return {
            signature: signatureOf(found.n),
            transaction: signed,
            lastValidBlock: found.lastValid,
          };
        }),
      blocksLeft: (last, commitment) =>
        ask(() => last - (commitment === 'processed' ? chain.height : chain.finalizedHeight)),
      seal: async (mint, transaction, sign) => {
        await sign(Uint8Array.from(transaction));
        return encode({ ...decode(transaction), key: mint.key, byKey: true });
      },
      broadcast: (transaction) => ask(() => chain.send(decode(transaction))),
    },
    mintStatus: (mint) => ask(() => chain.mintStatus(mint)),
    explorerUrl: (signature) => `https://explorer.test/${signature}`,
  };
}
