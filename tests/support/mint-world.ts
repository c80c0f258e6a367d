import { encodeBase58 } from '../../renderer/core/base58.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import type { Mint, MintMaterial, MintProof } from '../../renderer/core/mints/mint.ts';
import type { DataItem, Media } from '../../renderer/ports/media.ts';
import type { Minting, MintStanding } from '../../renderer/ports/minting.ts';
import { emptyDisk, memoryStore } from '../../renderer/state/fakes/memory-store.ts';
import type { Minter, MintWish } from '../../renderer/state/minting/contract.ts';
import { createMinter } from '../../renderer/state/minting/minter.ts';
import { LockTable } from './memory-locks.ts';
import { settle, VirtualClock } from './virtual-clock.ts';

const FINALITY = 32;
const BLOCKHASH_LIFE = 150;
const PRICE = 100_000_000n;
/** Milliseconds after which a request on the EVM, whose window may still stand open, is given up. */
const EVM_PATIENCE = { asked: 60_000, sent: 600_000 };
const NEVER = Number.MAX_SAFE_INTEGER;
export const GENESIS = encodeBase58(new Uint8Array(32).fill(9));
const OWNER = encodeBase58(new Uint8Array(32).fill(8));
export const SCOPE = { profileId: 'guest', genesis: GENESIS };
export const WISH: MintWish = {
  avatarUid: 'a1', avatarId: 101, chain: 'solana',
  details: { name: 'Artistic 1', description: '', traits: [{ name: 'Style', value: 'Artistic' }] },
};

/** A transaction as this world knows it: readable, and as whole as its signatures. */
interface Wire {
  readonly key: string;
  readonly uri: string;
  readonly lastValid: number;
  readonly n: number;
  readonly byOwner?: true;
  readonly byKey?: true;
  readonly tampered?: true;
}
const encode = (wire: Wire): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(wire));
const decode = (bytes: Uint8Array): Wire => JSON.parse(new TextDecoder().decode(bytes)) as Wire;

interface Landed {
  readonly wire: Wire;
  readonly slot: number;
  readonly failed: boolean;
}

/** Who comes first; and on the EVM the wallet sends whatever becomes of the page, nothing expires by itself, and the contract takes an address once. */
export type Order = 'wallet-first' | 'media-first' | 'evm';
export type Answer = 'sign' | 'tamper' | 'new-blockhash' | 'reject';
export type ChainFault = 'none' | 'down' | 'lag' | 'drop-sends' | 'lost-answers';
export type GatewayFault = 'none' | 'down' | 'lost-answers' | 'tampered' | 'forgets';

interface Tab {
  readonly owner: symbol;
  readonly minter: Minter;
  /** Awaits left until the tab dies; Infinity lives on. */
  life: number;
  dead: boolean;
}

/**
 * One device with two tabs, a wallet, a gateway and a chain; tabs can die at any await and be
 * opened again. The chain lets a mint land twice, unlike a real one: the service alone must keep
 * that from happening.
 */
export class MintWorld {
  readonly disk = emptyDisk();
  readonly time = new VirtualClock();
  readonly locks = new LockTable();
  readonly tabs: Tab[] = [];
  readonly order: Order;
  /** Who is connected. */
  owner = OWNER;
  height = 1_000;
  chainFault: ChainFault = 'none';
  gatewayFault: GatewayFault = 'none';
  /** A lie that the service must not survive: tests of the tests. */
  provesTooEarly = false;
  readonly pool = new Map<string, Wire>();
  readonly landed = new Map<string, Landed>();
  readonly published = new Map<string, Uint8Array>();
  uploads = 0;
  readonly wrong: string[] = [];
  /** Keys for which the wallet was asked and agreed. */
  readonly #agreed = new Set<string>();
  #asked: ((answer: Answer) => void)[] = [];
  #count = 0;

  constructor(order: Order = 'wallet-first') {
    this.order = order;
  }

  get wish(): MintWish {
    return { ...WISH, chain: this.order === 'evm' ? 'polygon' : 'solana' };
  }

  open(index: number, allows: (avatarUid: string) => boolean = () => true): Minter {
    const owner = Symbol('tab');
    const life: { tab?: Tab } = {};
    const step = (): Promise<void> => {
      const { tab } = life;
      if (tab && !tab.dead && (tab.life -= 1) < 0) this.kill(index);
      return tab?.dead ? new Promise<void>(() => undefined) : Promise.resolve();
    };
    const minter = createMinter({
      store: memoryStore(this.disk, step),
      media: () => Promise.resolve(this.#media(step)),
      chain: () => Promise.resolve(this.#minting(step)),
      picture: () => Promise.resolve(new Blob(['a picture'], { type: 'image/png' })),
      clock: this.time.clock,
      random: (length) => Uint8Array.from({ length }, (_, i) => (this.#count += 1) + i),
      locks: this.locks.forTab(owner),
      allows,
    });
    const tab = { owner, minter, life: Infinity, dead: false };
    life.tab = tab;
    this.tabs[index] = tab;
    return minter;
  }

  kill(index: number): void {
    const tab = this.tabs[index];
    if (!tab || tab.dead) return;
    tab.dead = true;
    tab.minter.close();
    this.locks.drop(tab.owner);
  }

  async reopen(index: number): Promise<Minter> {
    this.kill(index);
    const minter = this.open(index);
    await minter.resume(GENESIS);
    return minter;
  }

  async tab(index: number): Promise<Minter> {
    const tab = this.tabs[index];
    return tab && !tab.dead ? tab.minter : this.reopen(index);
  }

  #ask(step: () => Promise<void>) {
    return async <T>(answer: () => T): Promise<T> => {
      await step();
      if (this.chainFault === 'down') throw new LikenessError('network-unreachable');
      const result = answer();
      await step();
      if (this.chainFault === 'lost-answers') throw new LikenessError('network-unreachable');
      return result;
    };
  }

  #signature = (n: number): string => {
    const raw = new Uint8Array(64).fill(1);
    new DataView(raw.buffer).setUint32(0, n + 1);
    return encodeBase58(raw);
  };
  readonly #finalizedHeight = (): number => Math.max(0, this.height - FINALITY - (this.chainFault === 'lag' ? 40 : 0));

  #prepare(mint: Mint) {
    const lastValid = this.order === 'evm' ? NEVER : this.height + BLOCKHASH_LIFE;
    const transaction = encode({ key: mint.key, uri: mint.media?.metadata.url ?? '', lastValid, n: (this.#count += 1) });
    return { price: PRICE, rent: 1n, fee: 1n, total: PRICE + 2n, transaction, lastValidBlock: lastValid };
  }

  async #answer(step: () => Promise<void>, transaction: Uint8Array): Promise<Uint8Array> {
    await step();
    const { key } = decode(transaction);
    const alive = [...this.pool.values()].some((one) => one.key === key && one.lastValid >= this.height);
    const done = [...this.landed.values()].some((one) => one.wire.key === key && !one.failed);
    if (alive || done) this.wrong.push(`the wallet was asked while ${done ? 'it was minted' : 'an earlier transaction could land'}`);
    const answer = await new Promise<Answer>((resolve) => this.#asked.push(resolve));
    await step();
    if (answer === 'reject') throw new LikenessError('wallet-rejected');
    this.#agreed.add(key);
    const wire = decode(transaction);
    return encode({
      ...wire,
      byOwner: true,
      ...(answer === 'tamper' ? { tampered: true } : {}),
      ...(answer === 'new-blockhash' ? { lastValid: this.height + BLOCKHASH_LIFE, n: (this.#count += 1) } : {}),
    });
  }

  /** Sent by the wallet itself: the page that asked may be gone by then. */
  async #answerAndSend(step: () => Promise<void>, transaction: Uint8Array): Promise<string> {
    await step();
    const wire = decode(transaction);
    const answer = await new Promise<Answer>((resolve) => this.#asked.push(resolve));
    if (answer !== 'reject') this.#send({ ...wire, byOwner: true, byKey: true });
    await step();
    if (answer === 'reject') throw new LikenessError('wallet-rejected');
    if (answer === 'tamper') throw new LikenessError('transaction-failed'); // It was sent, and the wallet says something else.
    return this.#signature(wire.n);
  }

  #send(wire: Wire): void {
    if (!wire.byOwner || !wire.byKey) throw new LikenessError('network-unreachable');
    const signature = this.#signature(wire.n);
    if (this.chainFault === 'drop-sends' || wire.lastValid < this.height || this.landed.has(signature)) return;
    this.pool.set(signature, wire);
  }

  #minting(step: () => Promise<void>): Minting {
    const ask = this.#ask(step);
    const proofOf = ({ wire, slot }: Landed): MintProof => ({
      signature: this.#signature(wire.n), address: wire.key, owner: OWNER, block: slot, blockTime: null, paid: PRICE, fee: 1n,
    });
    const standing = (mint: Mint): MintStanding => {
      const { state } = mint;
      const visible = [...this.landed.values()].filter((one) => one.wire.key === mint.key && !(this.chainFault === 'lag' && one.slot > this.height - 40));
      const final = visible.filter((one) => one.slot <= this.#finalizedHeight());
      const minted = final.find((one) => !one.failed);
      if (minted) return { kind: 'finalized', proof: proofOf(minted) };
      const signature = 'signature' in state ? state.signature : undefined;
      const own = signature === undefined ? undefined : visible.find((one) => this.#signature(one.wire.n) === signature);
      if (own?.failed && final.includes(own)) return { kind: 'failed' };
      if (own && !own.failed && own.slot < this.height) return { kind: 'confirmed', block: own.slot };
      const last = 'lastValidBlock' in state ? state.lastValidBlock : undefined;
      if (last === undefined) return { kind: 'unknown' };
      if (this.provesTooEarly || (this.#finalizedHeight() > last && visible.every((one) => one.failed) && !own)) return { kind: 'expired' };
      return { kind: 'unknown', blocksLeft: Math.max(0, last - this.height) };
    };
    const evmStanding = (mint: Mint): MintStanding => {
      const { state, media } = mint;
      if (!media?.published) return { kind: 'unknown' };
      const visible = [...this.landed.values()].filter((one) => one.wire.uri === media.metadata.url && !(this.chainFault === 'lag' && one.slot > this.height - 40));
      const final = visible.filter((one) => one.slot <= this.#finalizedHeight());
      const minted = final.find((one) => !one.failed);
      if (minted) return { kind: 'finalized', proof: proofOf(minted) };
      const own = visible.find((one) => 'signature' in state && this.#signature(one.wire.n) === state.signature);
      if (own && !own.failed) return { kind: 'confirmed', block: own.slot };
      if (visible.some((one) => !one.failed)) return { kind: 'unknown' };
      if (own) return final.includes(own) ? { kind: 'failed' } : { kind: 'unknown' };
      if (this.pool.size > 0) return { kind: 'unknown' };
      const since = state.kind === 'awaiting-signature' ? state.askedAt + EVM_PATIENCE.asked : 'submittedAt' in state ? state.submittedAt + EVM_PATIENCE.sent : Infinity;
      return this.time.time < since ? { kind: 'unknown', expiresIn: since - this.time.time } : { kind: 'expired' };
    };
    return {
      chain: 'solana', unit: 'SOL', decimals: 9, treasury: 'treasury',
      way: () =>
        this.order === 'wallet-first'
          ? {
              order: 'wallet-first', owner: this.owner, returnsByLink: false,
              prepare: (mint) => ask(() => this.#prepare(mint)),
              ask: (_mint, transaction) => this.#answer(step, transaction),
            }
          : {
              order: 'media-first', owner: this.owner,
              prepare: async (mint) => {
                const { lastValidBlock, ...rest } = await ask(() => this.#prepare(mint));
                return this.order === 'evm' ? rest : { ...rest, lastValidBlock };
              },
              send: async (_mint, transaction = new Uint8Array(), sign) => {
                if (this.order === 'evm') return this.#answerAndSend(step, transaction);
                await sign(Uint8Array.from(transaction));
                const signed = decode(await this.#answer(step, transaction));
                // The mint's key has signed before: with anything changed its signature is none.
                if (signed.tampered || signed.n !== decode(transaction).n) throw new LikenessError('transaction-failed');
                this.#send({ ...signed, byKey: true });
                await step();
                return this.#signature(signed.n);
              },
            },
      quote: (mint) => ask(() => this.#prepare(mint)),
      sealing: {
        check: (_mint, asked, signed) =>
          ask(() => {
            const [wanted, found] = [decode(asked), decode(signed)];
            if (found.tampered || found.key !== wanted.key) throw new LikenessError('wallet-changed-transaction');
            return { signature: this.#signature(found.n), transaction: signed, lastValidBlock: found.lastValid };
          }),
        blocksLeft: (last, commitment) => ask(() => last - (commitment === 'processed' ? this.height : this.#finalizedHeight())),
        seal: async (mint, transaction, sign) => {
          await sign(Uint8Array.from(transaction));
          return encode({ ...decode(transaction), key: mint.key, byKey: true });
        },
        broadcast: (transaction) => ask(() => this.#send(decode(transaction))),
      },
      standing: (mint) => ask(() => (this.order === 'evm' ? evmStanding : standing)(mint)),
      explorerUrl: (signature) => `https://explorer.test/${signature}`,
    };
  }

  #media(step: () => Promise<void>): Media {
    return {
      createKey: async () => {
        await step();
        const secret = new Uint8Array(32).fill((this.#count += 1));
        return { secret, publicKey: encodeBase58(secret) };
      },
      sign: async () => {
        await step();
        return new Uint8Array(64);
      },
      freeBytes: async () => {
        await step();
        if (this.gatewayFault === 'down') throw new LikenessError('media-unreachable');
        return 100_000;
      },
      fitPicture: (picture) => Promise.resolve(picture),
      item: async (secret, data, contentType): Promise<DataItem> => {
        await step();
        const id = `${String(secret[0])}-${new TextDecoder().decode(data)}`;
        return { id, url: `https://media.test/${id}`, contentType, data, wire: data };
      },
      publish: async ({ id, data }) => {
        await step();
        if (this.gatewayFault === 'down') throw new LikenessError('media-unreachable');
        if (!this.published.has(id)) this.uploads += 1;
        if (this.order === 'wallet-first' && ![...this.#agreed].some((key) => id.startsWith(`${String(decodeFirst(key))}-`))) {
          this.wrong.push('published before the wallet agreed');
        }
        if (this.gatewayFault !== 'forgets') this.published.set(id, data);
        await step();
        if (this.gatewayFault === 'tampered') throw new LikenessError('media-differs');
        if (this.gatewayFault !== 'none') throw new LikenessError('media-unreachable');
      },
    };
  }

  get openRequests(): number {
    return this.#asked.length;
  }

  async answerWallet(answer: Answer): Promise<void> {
    this.#asked.shift()?.(answer);
    await settle();
  }

  land(index: number, failed = false): void {
    const [signature, wire] = [...this.pool][index % Math.max(1, this.pool.size)] ?? [];
    if (signature === undefined || !wire) return;
    this.pool.delete(signature);
    if (wire.lastValid < this.height) return;
    const published = [...this.published.keys()].map((id) => `https://media.test/${id}`);
    const refused = this.order === 'evm' && [...this.landed.values()].some((one) => !one.failed && one.wire.uri === wire.uri);
    if (!failed && !refused && !published.includes(wire.uri)) this.wrong.push('an NFT points at nothing');
    this.landed.set(signature, { wire, slot: this.height, failed: failed || refused });
    this.height += 1;
  }

  /** The newest unfinalized transaction is forgotten by its block, and waits again. */
  fork(): void {
    const last = [...this.landed].findLast(([, one]) => one.slot > this.height - FINALITY);
    if (!last) return;
    this.landed.delete(last[0]);
    this.pool.set(last[0], last[1].wire);
  }

  get mints(): Mint[] {
    return [...(this.disk.tables.get('mints')?.values() ?? [])] as Mint[];
  }
  get materials(): MintMaterial[] {
    return [...(this.disk.tables.get('mintMaterials')?.values() ?? [])] as MintMaterial[];
  }

  /** Heals everything and lets time pass until nothing more can happen. */
  async comeToRest(): Promise<void> {
    this.chainFault = 'none';
    this.gatewayFault = 'none';
    while (this.openRequests > 0) await this.answerWallet('reject');
    this.kill(1);
    await this.reopen(0);
    await settle();
    for (let i = 0; i < (this.order === 'evm' ? 12 : 8); i += 1) {
      while (this.pool.size > 0) this.land(0);
      this.height += 60;
      await this.time.pass(60_000);
    }
    await this.reopen(0);
    await this.time.pass(60_000);
    this.kill(0);
  }

  /** What must hold at the end of every story; gives what is wrong, or nothing. */
  faults(): string[] {
    const wrong = [...this.wrong];
    for (const mint of this.mints) {
      const minted = [...this.landed.values()].filter((one) => one.wire.key === mint.key && !one.failed).length;
      if (minted > 1) wrong.push(`${mint.id} was minted ${minted} times`);
      const { kind } = mint.state;
      if ((kind === 'finalized') !== minted > 0) wrong.push(`${mint.id} is ${kind}, minted ${minted} times`);
      if (!['finalized', 'draft', 'failed', 'expired'].includes(kind)) wrong.push(`${mint.id} stays ${kind}`);
      const kept = this.materials.some(({ id }) => id === mint.id);
      if (kept !== (kind !== 'finalized')) wrong.push(`${mint.id} is ${kind}, its key is ${kept ? 'kept' : 'gone'}`);
    }
    return wrong;
  }
}

/** Keys in this world are one byte 32 times. */
const KEYS = new Map(Array.from({ length: 256 }, (_, byte) => [encodeBase58(new Uint8Array(32).fill(byte)), byte]));
const decodeFirst = (key: string): number | undefined => KEYS.get(key);
