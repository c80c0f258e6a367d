import type { CheckedMint } from '../../../ports/minting.ts';
import { demand, isValid, parsed } from '../check-signed.ts';
import { essence, feeOf, MAX_FEE, parseTransaction, signatureText } from '../message.ts';

const isBlank = (signature: Uint8Array | undefined): boolean =>
  signature?.every((byte) => byte === 0) ?? false;

/**
 * Accepts the wallet's answer only if it is the mint that the wallet was asked to sign: the same
 * instructions in the same order, the same two signers, the owner's valid signature, and the mint's
 * signature still missing. Only what `isBeside` allows may be added, with a total fee of at most
 * 0.01 SOL. The blockhash may be newer.
 * @throws LikenessError 'wallet-changed-transaction' with what differs
 */
export function checkMint(
  asked: Uint8Array,
  mintKey: string,
  signed: Uint8Array,
): Omit<CheckedMint, 'lastValidBlock'> & { readonly sameBlockhash: boolean } {
  const ours = parseTransaction(asked);
  const theirs = parsed(signed);
  const [owner = ''] = ours.signers;
  demand(
    theirs.signers.length === 2 && theirs.signers[0] === owner && theirs.signers[1] === mintKey,
    'signers',
  );
  demand(!theirs.usesLookupTables, 'lookup-tables');
  demand(essence(ours) === essence(theirs), 'instructions');
  demand(feeOf(theirs) <= MAX_FEE, 'fee');
  const [signature, mints] = theirs.signatures;
  demand(isBlank(mints), 'mint-signature');
  demand(signature !== undefined && isValid(signature, theirs.message, owner), 'signature');
  return {
    signature: signatureText(signature),
    transaction: signed,
    sameBlockhash: theirs.blockhash === ours.blockhash,
  };
}

// A transaction starts with the number of its signatures: one byte for any number that fits a
// packet.
const FIRST_SIGNATURE_AT = 1;
const SIGNATURE_BYTES = 64;

/** Inserts a signer's signature into the transaction. @throws RangeError if it isn't a signer */
export async function signAs(
  signer: string,
  transaction: Uint8Array,
  sign: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { signers, message } = parseTransaction(transaction);
  const index = signers.indexOf(signer);
  if (index < 0) throw new RangeError('not a signer of this transaction');
  const whole = Uint8Array.from(transaction);
  whole.set(await sign(Uint8Array.from(message)), FIRST_SIGNATURE_AT + SIGNATURE_BYTES * index);
  return whole;
}
