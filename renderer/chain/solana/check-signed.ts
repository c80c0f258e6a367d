import { ed25519 } from '@noble/curves/ed25519.js';

import { LikenessError } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import type { CheckedPayment } from '../../ports/chain.ts';
import { lookupKey } from './lookup-key.ts';
import {
  feeOf,
  isBeside,
  MAX_FEE,
  parseTransaction,
  publicKeyBytes,
  readMemo,
  readTransfer,
  signatureText,
} from './message.ts';
import type { ParsedInstruction, ParsedTransaction } from './message.ts';

/**
 * Parses what the wallet returned and accepts it only as our payment:
 * - the payer is fee payer and only signer, the Ed25519 signature is valid, no lookup tables;
 * - exactly one system transfer: price, from payer to treasury, naming reference and lookup key;
 * - exactly one memo: the order's id;
 * - apart from them only compute budget (total fee at most 0.01 SOL) and Lighthouse assertions,
 *   which can make a transaction fail but move nothing.
 * @throws LikenessError 'wallet-changed-transaction' with what differs
 */
export function checkSigned(order: Order, payer: string, signed: Uint8Array): CheckedPayment {
  const transaction = parsed(signed);
  const [signature] = transaction.signatures;
  demand(
    transaction.signers.length === 1 && transaction.signers[0] === payer && signature !== undefined,
    'signers',
  );
  demand(!transaction.usesLookupTables, 'lookup-tables');

  const count = { transfer: 0, memo: 0 };
  for (const instruction of transaction.instructions) {
    const kind = allowedRole(instruction, order, payer);
    if (kind !== 'beside') count[kind] += 1;
  }
  demand(count.transfer === 1, 'transfer');
  demand(count.memo === 1, 'memo');

  demand(feeOf(transaction) <= MAX_FEE, 'fee');
  demand(isValid(signature, transaction.message, payer), 'signature');
  return { signature: signatureText(signature), blockhash: transaction.blockhash };
}

export function demand(condition: boolean, differs: string): asserts condition {
  if (!condition) throw new LikenessError('wallet-changed-transaction', { differs });
}

export function parsed(signed: Uint8Array): ParsedTransaction {
  try {
    return parseTransaction(signed);
  } catch (thrown) {
    throw new LikenessError('wallet-changed-transaction', { differs: 'format' }, { cause: thrown });
  }
}

function allowedRole(
  instruction: ParsedInstruction,
  order: Order,
  payer: string,
): 'transfer' | 'memo' | 'beside' {
  const transfer = readTransfer(instruction);
  if (transfer) {
    const { from, to, extra } = transfer;
    const same = from === payer && to === order.treasury && transfer.lamports === order.price;
    const named = [order.reference, lookupKey(payer)];
    demand(
      same && extra.length === named.length && named.every((key) => extra.includes(key)),
      'transfer',
    );
    return 'transfer';
  }
  const memo = readMemo(instruction);
  if (memo !== undefined) {
    demand(memo === order.id, 'memo');
    return 'memo';
  }
  demand(isBeside(instruction), instruction.program);
  return 'beside';
}

export function isValid(signature: Uint8Array, message: Uint8Array, payer: string): boolean {
  try {
    return ed25519.verify(signature, message, publicKeyBytes(payer), { zip215: false });
  } catch {
    return false; // It doesn't even have the form of a signature.
  }
}
