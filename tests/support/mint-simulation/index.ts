import { encodeBase58 } from '../../../renderer/core/base58.ts';
import { LikenessError } from '../../../renderer/core/errors.ts';
import type { Mint, MintMaterial, MintMotion } from '../../../renderer/core/mints/mint.ts';
import { isUnderWay } from '../../../renderer/core/mints/selectors.ts';
import type { PlanId } from '../../../renderer/core/plans.ts';
import type { Scope } from '../../../renderer/core/scope.ts';
import type { Minting } from '../../../renderer/ports/minting.ts';
import type { Minter, MintRequest } from '../../../renderer/state/minting/contract.ts';
import { createMinter } from '../../../renderer/state/minting/service.ts';
import { memoryStore, rowsIn } from '../memory-store.ts';
import { TabbedSimulation, type Step } from '../tabbed-simulation.ts';
import { settle } from '../virtual-clock.ts';
import { decode, encode, GENESIS, MintChain, signatureOf, type Order } from './chain.ts';
import { MintGateway } from './gateway.ts';
import { animatableRows, LoopStage } from './loops.ts';
import { MintWallet } from './wallet.ts';

/**
 * The port through which a tab mints: every question to the chain may fail, and its answer may be
 * lost.
 */
function mintingPort(chain: MintChain, wallet: MintWallet, step: Step, order: Order): Minting {
  const ask = async <T>(answer: () => T): Promise<T> => {
    await step();
    if (chain.fault === 'down') throw new LikenessError('network-unreachable');
    const result = answer();
    await step();
    if (chain.fault === 'lost-answers') throw new LikenessError('network-unreachable');
    return result;
  };
  return {
    treasury: 'treasury',
    flow: () =>
      order === 'wallet-first'
        ? {
            order: 'wallet-first',
            owner: wallet.owner,
            prepare: (mint) => ask(() => chain.prepare(mint)),
            ask: (transaction) => wallet.sign(step, transaction),
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

export type { ChainFault, Order } from './chain.ts';
export type { GatewayFault } from './gateway.ts';
export type { Answer } from './wallet.ts';
export const SCOPE: Scope = { profileId: 'guest', genesis: GENESIS };
/** An account of this device. */
export const ACCOUNT: Scope = { profileId: 'email:mine', genesis: GENESIS };
export const REQUEST: MintRequest = {
  avatarUid: 'a1',
  avatarId: 101,
  chain: 'solana',
  details: { name: 'Artistic 1', description: '', traits: [{ name: 'Style', value: 'Artistic' }] },
};

/**
 * A device with two tabs, a wallet, a gateway and a chain. Tabs can die at any await and be
 * reopened.
 */
export class MintSimulation extends TabbedSimulation<Minter> {
  readonly chain: MintChain;
  readonly wallet: MintWallet;
  readonly gateway: MintGateway;
  readonly loops = new LoopStage(this.time);
  /** What the avatar's picture shows. */
  picture = 'a picture';
  #living: MintMotion | undefined;
  readonly #wrong: string[] = [];
  /**
   * The user confirmed that the open request was refused, which may be wrong. Then two NFTs are
   * their decision.
   */
  gaveTheirWord = false;
  #counted = 0;

  constructor(order: Order = 'wallet-first', home: Scope = SCOPE) {
    super(home);
    const count = () => (this.#counted += 1);
    const wrong = (what: string) => void this.#wrong.push(what);
    this.chain = new MintChain({
      order,
      now: () => this.time.time,
      count,
      isPublished: (uri) => this.gateway.isPublished(uri),
      wrong,
    });
    this.wallet = new MintWallet(this.chain, count, wrong);
    this.gateway = new MintGateway(count, (key) => {
      const agreed = this.wallet.agreed.has(encodeBase58(new Uint8Array(32).fill(key)));
      if (order === 'wallet-first' && !agreed) wrong('published before the wallet agreed');
    });
  }

  get request(): MintRequest {
    return {
      ...REQUEST,
      ...(this.#living && { details: { ...REQUEST.details, living: this.#living } }),
      chain: this.chain.order === 'evm' || this.chain.order === 'two-chains' ? 'polygon' : 'solana',
    };
  }

  /** The same, under another name. */
  get renamed(): MintRequest {
    const { details } = this.request;
    return { ...this.request, details: { ...details, name: 'Another name' } };
  }

  override open(index: number, allows: (avatarUid: string) => boolean = () => true): Minter {
    return this.openTab(index, (step, locks, store) =>
      createMinter({
        store,
        media: () => Promise.resolve(this.gateway.port(step)),
        chain: (chain) =>
          Promise.resolve(mintingPort(this.chain, this.wallet, step, this.chain.orderOn(chain))),
        picture: () => Promise.resolve(new Blob([this.picture], { type: 'image/png' })),
        loops: this.loops.port(step, locks, store),
        clock: this.time.clock,
        random: (length) => Uint8Array.from({ length }, (_, i) => (this.#counted += 1) + i),
        locks,
        allows,
      }),
    );
  }

  /** From here on the avatar is minted animated; its photo is kept, and these plans were bought. */
  async animate(living: MintMotion, plans: readonly PlanId[] = ['creator']): Promise<void> {
    this.#living = living;
    await memoryStore(this.storage, { checked: true }).write(
      animatableRows(this.home, REQUEST.avatarUid, plans),
    );
  }

  get mints(): Mint[] {
    return rowsIn(this.storage, 'mints');
  }
  get materials(): MintMaterial[] {
    return rowsIn(this.storage, 'mintMaterials');
  }

  /** Clears all faults and lets time pass until nothing more can happen. */
  async comeToRest(): Promise<void> {
    this.chain.fault = 'none';
    this.gateway.fault = 'none';
    await this.heal();
    while (this.wallet.openRequests > 0) await this.wallet.answer('reject');
    await settle();
    for (let i = 0; i < (this.request.chain === 'polygon' ? 12 : 8); i += 1) {
      while (this.chain.pool.size > 0) this.chain.land(0);
      this.chain.height += 60;
      await this.time.pass(60_000);
    }
    for (const mint of this.mints)
      if (isUnderWay(mint))
        this.#wrong.push(`${mint.id} stands ${mint.state.kind}, nobody is on it`);
    this.kill(1);
    await this.reopen(0);
    await this.time.pass(60_000);
    this.kill(0);
  }

  /** The invariants at the end of every scenario. Returns the violations. */
  faults(): string[] {
    const wrong = [...this.#wrong];
    for (const mint of this.mints) {
      const minted = [...this.chain.landed.values()].filter(
        (one) => one.wire.key === mint.key && !one.failed,
      ).length;
      if (minted > 1) wrong.push(`${mint.id} was minted ${minted} times`);
      const { kind } = mint.state;
      if ((kind === 'finalized') !== minted > 0)
        wrong.push(`${mint.id} is ${kind}, minted ${minted} times`);
      if (!['finalized', 'draft', 'failed', 'expired'].includes(kind))
        wrong.push(`${mint.id} stays ${kind}`);
      const kept = this.materials.some(({ id }) => id === mint.id);
      if (kept !== (kind !== 'finalized'))
        wrong.push(`${mint.id} is ${kind}, its key is ${kept ? 'kept' : 'gone'}`);
    }
    const nfts = [...this.chain.landed.values()].filter(({ failed }) => !failed).length;
    if (nfts > 1 && !this.gaveTheirWord && !this.cleared)
      wrong.push(`one avatar became ${nfts} NFTs`);
    return wrong;
  }
}
