import { z } from 'zod';

import { isAddress } from './base58.ts';

/**
 * What the desktop app may ask of a wallet in the user's own browser: these calls of Phantom and
 * MetaMask (EIP-1193), and no others. The page, its bridge to the main process, and the server of
 * the loopback page share this table. Bytes are base64 text, quantities 0x-hex, as in JSON-RPC.
 */
const address = z.string().refine(isAddress, 'a Solana address');
const account = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const quantity = z.string().regex(/^0x(0|[1-9a-f][0-9a-f]{0,63})$/);
const hexData = (mostBytes: number) =>
  z
    .string()
    .regex(/^0x([0-9a-fA-F]{2})*$/)
    .max(2 + 2 * mostBytes);
const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/);
/** Room for Solana's 1,232 byte transactions, and for the text of a message. */
const base64 = (mostBytes: number) =>
  z
    .base64()
    .min(4)
    .max(Math.ceil(mostBytes / 3) * 4);
const SOLANA_TRANSACTION_BYTES = 1_232;
const MESSAGE_BYTES = 4_096;
const CALL_DATA_BYTES = 32_768;
const nothing = z.tuple([]);
const rpcAddress = z.url({ protocol: /^https?$/ }).max(500);

export const WALLET_CALLS = {
  /** Asks for the account to work with; returns its address. */
  solana_connect: { wallet: 'phantom', params: nothing, result: address },
  /** Takes the signer and the wire transaction; returns the signed wire transaction. */
  solana_signTransaction: {
    wallet: 'phantom',
    params: z.tuple([address, base64(SOLANA_TRANSACTION_BYTES)]),
    result: base64(SOLANA_TRANSACTION_BYTES),
  },
  /** Takes the signer and the message; returns the Ed25519 signature of exactly these bytes. */
  solana_signMessage: {
    wallet: 'phantom',
    params: z.tuple([address, base64(MESSAGE_BYTES)]),
    result: base64(64),
  },
  eth_requestAccounts: {
    wallet: 'metamask',
    params: nothing,
    result: z.array(account).min(1).max(100),
  },
  eth_chainId: { wallet: 'metamask', params: nothing, result: quantity },
  wallet_switchEthereumChain: {
    wallet: 'metamask',
    params: z.tuple([z.strictObject({ chainId: quantity })]),
    result: z.null(),
  },
  wallet_addEthereumChain: {
    wallet: 'metamask',
    params: z.tuple([
      z.strictObject({
        chainId: quantity,
        chainName: z.string().min(1).max(60),
        rpcUrls: z.array(rpcAddress).min(1).max(5),
        nativeCurrency: z.strictObject({
          name: z.string().min(1).max(40),
          symbol: z.string().min(2).max(6),
          decimals: z.literal(18),
        }),
        blockExplorerUrls: z.array(rpcAddress).max(5).optional(),
      }),
    ]),
    result: z.null(),
  },
  /** Takes the message as hex bytes and its signer; returns the 65-byte signature (EIP-191). */
  personal_sign: {
    wallet: 'metamask',
    params: z.tuple([hexData(MESSAGE_BYTES), account]),
    result: z.string().regex(/^0x[0-9a-fA-F]{130}$/),
  },
  /** Signs and sends; returns the transaction's hash. */
  eth_sendTransaction: {
    wallet: 'metamask',
    params: z.tuple([
      z.strictObject({
        from: account,
        to: account.optional(),
        data: hexData(CALL_DATA_BYTES).optional(),
        value: quantity.optional(),
        gas: quantity.optional(),
        maxFeePerGas: quantity.optional(),
        maxPriorityFeePerGas: quantity.optional(),
        chainId: quantity.optional(),
      }),
    ]),
    result: hash,
  },
} as const satisfies Record<
  string,
  { wallet: PageWallet; params: z.ZodType<readonly unknown[]>; result: z.ZodType }
>;

/** The wallet whose extension the loopback page looks for. */
export type PageWallet = 'phantom' | 'metamask';
export type WalletMethod = keyof typeof WALLET_CALLS;
export type WalletParams<M extends WalletMethod> = z.infer<(typeof WALLET_CALLS)[M]['params']>;
/** One call with its params; a union over the methods. */
export type WalletCall = {
  readonly [M in WalletMethod]: { readonly method: M; readonly params: WalletParams<M> };
}[WalletMethod];

const isMethod = (value: unknown): value is WalletMethod =>
  typeof value === 'string' && Object.hasOwn(WALLET_CALLS, value);

/** A listed method with params of its shape. */
export const walletCallSchema = z
  .strictObject({ method: z.custom<WalletMethod>(isMethod), params: z.array(z.unknown()).max(2) })
  .transform((call, context): WalletCall => {
    const parsed = WALLET_CALLS[call.method].params.safeParse(call.params);
    if (parsed.success) return { method: call.method, params: parsed.data } as WalletCall;
    context.addIssue({ code: 'custom', message: 'params of another shape' });
    return z.NEVER;
  });

/** Whether it only asks for the account; every other call names a known account. */
export const isConnection = (method: WalletMethod): boolean =>
  method === 'solana_connect' || method === 'eth_requestAccounts';

/** The stages of a call to the browser's wallet. */
export const PAGE_STAGES = ['opening', 'open', 'asking', 'missing'] as const;
/**
 * `opening`: the page isn't there yet; `open`: the page is shown; `asking`: the wallet asks the
 * user; `missing`: that browser doesn't have the wallet.
 */
export type PageStage = (typeof PAGE_STAGES)[number];
