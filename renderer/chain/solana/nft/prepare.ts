import { BLOCKHASH_LIFE } from '../../../core/constants.ts';
import { errorCode, LikenessError } from '../../../core/errors.ts';
import { NFT_SYMBOL } from '../../../core/mints/metadata.ts';
import type { Mint } from '../../../core/mints/mint.ts';
import type { MintQuote, PreparedMint } from '../../../ports/minting.ts';
import { standInAddress } from '../../media/address.ts';
import type { Ask, Web3 } from '../connections.ts';
import { networkFee } from '../message.ts';
import {
  assertFunds,
  assertSimulated,
  balanceOf,
  computeLimit,
  MAX_COMPUTE_UNITS,
  recentPrice,
  simulate,
} from '../payment.ts';
import {
  ASSOCIATED_TOKEN,
  MINT_SPACE,
  mintedSpace,
  nftInstructions,
  TOKEN_2022,
  TOKEN_ACCOUNT_SPACE,
  type Instruction,
  type NftText,
} from './token.ts';

/** The owner, who pays, and the mint's own key. */
const SIGNATURES = 2;

/** The address of the owner's token account: derived, one per mint. */
export const tokenAccount = ({ PublicKey }: Web3, mint: string, owner: string): string =>
  PublicKey.findProgramAddressSync(
    [
      new PublicKey(owner).toBytes(),
      new PublicKey(TOKEN_2022).toBytes(),
      new PublicKey(mint).toBytes(),
    ],
    new PublicKey(ASSOCIATED_TOKEN),
  )[0].toBase58();

interface Deps {
  readonly mint: Mint;
  readonly owner: string;
  readonly text: NftText;
  /** Deposit for the mint account. */
  readonly deposit: bigint;
  readonly blockhash: string;
  readonly limit: number;
  readonly price: bigint;
}

/**
 * The whole mint as one legacy transaction: compute budget, the price to the treasury, the mint
 * account, the NFT. It is atomic: all of it happens or nothing.
 */
function compile(web3: Web3, { mint, owner, text, deposit, blockhash, limit, price }: Deps) {
  const {
    ComputeBudgetProgram,
    PublicKey,
    SystemProgram,
    TransactionInstruction,
    TransactionMessage,
    VersionedTransaction,
  } = web3;
  const payer = new PublicKey(owner);
  const instruction = ({ program, accounts, data }: Instruction) =>
    new TransactionInstruction({
      programId: new PublicKey(program),
      keys: accounts.map(({ address, signs = false, writes = false }) => ({
        pubkey: new PublicKey(address),
        isSigner: signs,
        isWritable: writes,
      })),
      data: data as Buffer,
    });
  const account = tokenAccount(web3, mint.key, owner);
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: limit }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }),
      SystemProgram.transfer({
        fromPubkey: payer,
        toPubkey: new PublicKey(mint.treasury),
        lamports: mint.price,
      }),
      SystemProgram.createAccount({
        fromPubkey: payer,
        newAccountPubkey: new PublicKey(mint.key),
        lamports: Number(deposit),
        space: MINT_SPACE,
        programId: new PublicKey(TOKEN_2022),
      }),
      ...nftInstructions(mint.key, owner, account, SystemProgram.programId.toBase58(), text).map(
        instruction,
      ),
    ],
  });
  return new VersionedTransaction(message.compileToLegacyMessage());
}

/**
 * Simulates the mint, sets its compute limit and adds up its costs.
 * @throws LikenessError 'mint-insufficient-funds' | 'mint-failed' | 'network-wrong'
 */
export async function prepareMint(
  ask: Ask,
  mint: Mint,
  owner: string,
  options: {
    readonly read: string;
    /** The block height that two nodes agree on. */
    readonly height: (signal?: AbortSignal) => Promise<number>;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<PreparedMint> {
  const { signal } = options;
  const text: NftText = {
    name: mint.details.name,
    symbol: mint.details.symbol ?? NFT_SYMBOL,
    uri: mint.media?.metadata.url ?? standInAddress(options.read),
  };
  const rentOf = (space: number) =>
    ask((connection) => connection.getMinimumBalanceForRentExemption(space).then(BigInt), signal);
  const [genesis, latest, price, balance, empty, deposit, accountRent] = await Promise.all([
    ask((connection) => connection.getGenesisHash(), signal),
    ask((connection) => connection.getLatestBlockhash('confirmed'), signal),
    recentPrice(ask, mint.treasury, signal),
    balanceOf(ask, owner, signal),
    rentOf(0),
    rentOf(mintedSpace(text)),
    rentOf(TOKEN_ACCOUNT_SPACE),
  ]);
  if (genesis !== mint.genesis) throw new LikenessError('network-wrong', { genesis });
  const build = (limit: number) => (_: unknown, web3: Web3) =>
    Promise.resolve(
      compile(web3, { mint, owner, text, deposit, blockhash: latest.blockhash, limit, price }),
    );
  const costs = (limit: number): MintQuote => ({
    price: mint.price,
    rent: deposit + accountRent,
    fee: networkFee(SIGNATURES, limit, price),
    balance,
  });

  const toMintError = <T>(work: () => T): T => {
    try {
      return work();
    } catch (thrown) {
      const code =
        errorCode(thrown) === 'insufficient-funds' ? 'mint-insufficient-funds' : 'mint-failed';
      throw new LikenessError(code, thrown instanceof LikenessError ? thrown.context : {}, {
        cause: thrown,
      });
    }
  };
  const afford = ({ price: cost, rent, fee }: MintQuote) =>
    toMintError(() => assertFunds(balance, cost + rent, fee, empty));

  afford(costs(0));
  const draft = await ask(build(MAX_COMPUTE_UNITS), signal);
  const [simulation, height] = await Promise.all([
    simulate(ask, draft, signal),
    options.height(signal),
  ]);
  toMintError(() => assertSimulated(simulation));
  const limit = computeLimit(simulation);
  const quote = costs(limit);
  afford(quote);
  const transaction = await ask(build(limit), signal);
  return {
    ...quote,
    transaction: transaction.serialize(),
    // As with a payment, the expiry that decides on a second signature isn't taken from one node.
    lastValidBlock: height + BLOCKHASH_LIFE,
  };
}
