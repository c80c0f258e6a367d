import { numberToHex, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';

/** What the wallet does with a request that its user would see. */
export type EthereumMood = 'signs' | 'declines' | 'keeps-chain' | 'fails' | 'waits';

const callSchema = z.object({ method: z.string(), params: z.array(z.unknown()).default([]) });
const hexSchema = z.custom<Hex>(
  (value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value),
);
const chainSchema = z.tuple([z.object({ chainId: hexSchema })]);
const transactionSchema = z.tuple([
  z.object({
    from: z.string(),
    to: hexSchema,
    data: hexSchema,
    value: hexSchema,
    gas: hexSchema,
    maxFeePerGas: hexSchema,
    maxPriorityFeePerGas: hexSchema,
    chainId: hexSchema,
  }),
]);
const answerSchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

const failure = (code: number, message: string): Error =>
  Object.assign(new Error(message), { code });

/** Calls any node over JSON-RPC without the app's code. */
export async function askNode(
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = answerSchema.parse(await response.json());
  if (error) throw failure(error.code, error.message);
  return result;
}

/**
 * A MetaMask with its own key that really signs and sends. It starts on Ethereum and knows no other
 * chain.
 */
export class TestEthereum {
  readonly #account = privateKeyToAccount(generatePrivateKey());
  readonly #url: string;
  readonly address = this.#account.address.toLowerCase();
  readonly known = new Set([1]);
  /** The requested methods, in order. */
  readonly asked: string[] = [];
  chain = 1;
  mood: EthereumMood = 'signs';

  constructor(url: string) {
    this.#url = url;
  }

  async request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown> {
    const { method, params } = callSchema.parse(call);
    this.asked.push(method);
    switch (method) {
      case 'eth_requestAccounts':
        this.#agree();
        return [this.address];
      case 'eth_chainId':
        return numberToHex(this.chain);
      case 'wallet_switchEthereumChain': {
        const chain = Number(chainSchema.parse(params)[0].chainId);
        if (!this.known.has(chain)) throw failure(4902, 'Unrecognized chain ID.');
        this.#agree();
        if (this.mood !== 'keeps-chain') this.chain = chain;
        return null;
      }
      case 'wallet_addEthereumChain':
        this.#agree();
        this.known.add(Number(chainSchema.parse(params)[0].chainId));
        return null;
      case 'eth_sendTransaction':
        this.#agree();
        if (this.mood === 'waits') await new Promise(() => undefined);
        if (this.mood === 'fails') throw failure(-32_603, 'Internal JSON-RPC error.');
        return this.#send(transactionSchema.parse(params)[0]);
      default:
        throw failure(4200, `not a call for this wallet: ${method}`);
    }
  }

  #agree(): void {
    if (this.mood === 'declines')
      throw failure(4001, 'MetaMask Tx Signature: User denied transaction signature.');
  }

  async #send({
    to,
    data,
    value,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    chainId,
  }: z.infer<typeof transactionSchema>[0]): Promise<unknown> {
    if (Number(chainId) !== this.chain)
      throw failure(-32_602, 'chainId does not match the active chain');
    const signed = await this.sign({
      to,
      data,
      value: BigInt(value),
      gas: BigInt(gas),
      maxFeePerGas: BigInt(maxFeePerGas),
      maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
    });
    return askNode(this.#url, 'eth_sendRawTransaction', [signed]);
  }

  /** A signed transaction with the account's next nonce, or with `nonce`. */
  async sign(transaction: {
    to: Hex;
    data?: Hex;
    value: bigint;
    gas: bigint;
    maxFeePerGas: bigint;
    maxPriorityFeePerGas: bigint;
    nonce?: number;
  }): Promise<Hex> {
    const nonce =
      transaction.nonce ??
      Number(await askNode(this.#url, 'eth_getTransactionCount', [this.address, 'pending']));
    return this.#account.signTransaction({
      ...transaction,
      nonce,
      chainId: this.chain,
      type: 'eip1559',
    });
  }
}
