import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

import { demand, isValid, parsed } from '../../../renderer/chain/solana/check-signed.ts';
import {
  essence,
  feeOf,
  MAX_FEE,
  type ParsedTransaction,
} from '../../../renderer/chain/solana/message.ts';
import { WALLET_CALLS, type WalletCall } from '../../../renderer/core/wallet-calls.ts';

const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');
const unhex = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');

/**
 * Accepts the page's result only as an answer to the request: the same transaction or message, with
 * a valid signature. A transaction hash from MetaMask proves nothing; the caller looks it up on the
 * chain.
 * @throws LikenessError 'wallet-changed-transaction' with what differs
 */
export function checkResult(call: WalletCall, result: unknown): unknown {
  const read = WALLET_CALLS[call.method].result.safeParse(result);
  demand(read.success, 'format');
  switch (call.method) {
    case 'solana_signTransaction':
      checkTransaction(bytes(call.params[1]), bytes(read.data as string), call.params[0]);
      break;
    case 'solana_signMessage':
      demand(
        isValid(bytes(read.data as string), bytes(call.params[1]), call.params[0]),
        'signature',
      );
      break;
    case 'personal_sign':
      demand(
        personalSigner(unhex(call.params[0]), unhex(read.data as string)) ===
          call.params[1].toLowerCase(),
        'signature',
      );
      break;
    case 'solana_connect':
    case 'eth_requestAccounts':
    case 'eth_chainId':
    case 'eth_sendTransaction':
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain':
      break;
  }
  return read.data;
}

/**
 * Checks that `signed` is `asked` with the signer's valid signature. It may differ only by what
 * wallets add to protect their users: a fresh blockhash, a compute budget with a fee under 0.01
 * SOL, and assertions at the end.
 */
function checkTransaction(askedWire: Uint8Array, signedWire: Uint8Array, signer: string): void {
  const asked = parsed(askedWire);
  const signed = parsed(signedWire);
  const isSame = Buffer.compare(asked.message, signed.message) === 0;
  if (!isSame) checkChanged(asked, signed);
  demand(signed.signers.includes(signer), 'signers');
  signed.signers.forEach((address, index) => {
    const signature = signed.signatures[index];
    const isDue =
      address === signer || asked.signatures[index]?.some((byte) => byte !== 0) === true;
    demand(
      !isDue || (signature !== undefined && isValid(signature, signed.message, address)),
      'signature',
    );
  });
}

/** Compares both without a wallet's additions. */
function checkChanged(asked: ParsedTransaction, signed: ParsedTransaction): void {
  demand(!asked.usesLookupTables && !signed.usesLookupTables, 'lookup-tables');
  demand(asked.version === signed.version, 'version');
  demand(asked.signers.join() === signed.signers.join(), 'signers');
  demand(
    [...signed.writable].every((address) => asked.writable.has(address)),
    'writable',
  );
  demand(essence(asked) === essence(signed), 'instructions');
  demand(feeOf(signed) <= MAX_FEE || feeOf(signed) <= feeOf(asked), 'fee');
}

/**
 * The signer according to EIP-191: the address of the key recovered from r, s and v, in lower case.
 */
function personalSigner(message: Uint8Array, signature: Uint8Array): string | undefined {
  const digest = keccak_256(
    Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message]),
  );
  const recovery = (signature[64] ?? 0) % 27;
  try {
    const key = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(digest);
    return `0x${Buffer.from(keccak_256(key.toBytes(false).subarray(1)).subarray(12)).toString('hex')}`;
  } catch {
    return undefined; // It doesn't even have the form of a signature.
  }
}
