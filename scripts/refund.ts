/**
 * `npm run refund -- --order LK-… --payment <signature> --reference <key> --to <address>` checks a
 * buyer's refund request against the chain and prepares the treasury's transaction. With `--keypair
 * <file of the Solana CLI>` it signs and sends it; otherwise it prints it to be signed elsewhere.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as web3 from '@solana/web3.js';
import { renderUnicodeCompact } from 'uqr';

import { openConnections } from '../renderer/chain/solana/connections.ts';
import { encodeBase58 } from '../renderer/core/base58.ts';
import { readBuildConfig } from '../renderer/core/build-config.ts';
import { byOperator } from '../renderer/core/config.ts';
import { solText } from '../renderer/core/money.ts';
import { systemClock } from '../renderer/platform/clock.ts';
import { createRequests } from '../renderer/platform/requests.ts';
import { loadEnvironment } from './environment.ts';
import { prepareRefund } from './refund-transaction.ts';

const FINALITY_TIMEOUT_MS = 90_000;

const { values } = parseArgs({
  options: {
    order: { type: 'string' },
    payment: { type: 'string' },
    reference: { type: 'string' },
    to: { type: 'string' },
    keypair: { type: 'string' },
    rpc: { type: 'string' },
    treasury: { type: 'string' },
  },
});

function demanded(name: 'order' | 'payment' | 'reference' | 'to'): string {
  const value = values[name];
  if (!value)
    throw new Error(`Say --${name}: the last line of the buyer's request names all four.`);
  return value;
}

async function main(): Promise<void> {
  loadEnvironment();
  const network = process.env['LIKENESS_NETWORK'] ?? (values.rpc ? 'sandbox' : '');
  const config = readBuildConfig({ ...process.env, LIKENESS_NETWORK: network }, '');
  const rpc = values.rpc ? [values.rpc] : config.solanaRpc;
  const treasury = values.treasury ?? config.treasury;
  if (rpc.length === 0 || treasury === '')
    throw new Error('On the sandbox say --rpc and --treasury, as `npm start` prints them.');
  const through = { requests: createRequests(), clock: systemClock, chance: Math.random };
  const { any: ask } = openConnections(web3, rpc, through);
  // Public nodes refuse many calls in a row: each operator is asked again, which `each` doesn't do.
  const each = byOperator(rpc).map((own) => openConnections(web3, own, through).any);

  const request = {
    order: demanded('order'),
    payment: demanded('payment'),
    reference: demanded('reference'),
    to: demanded('to'),
  };
  const { transaction, amount, payer, paidAt, link } = await prepareRefund(
    { any: ask, each },
    treasury,
    request,
  );
  console.log(
    `\n  order    ${request.order}\n  paid by  ${payer}\n  paid on  ${paidAt === null ? 'unknown' : new Date(paidAt).toISOString()}\n  amount   ${solText(amount)} SOL\n  to       ${request.to}${request.to === payer ? ' (who paid)' : ' (another address than the payer’s)'}\n`,
  );

  if (values.keypair) {
    const keys = web3.Keypair.fromSecretKey(
      Uint8Array.from(JSON.parse(readFileSync(values.keypair, 'utf8')) as number[]),
    );
    if (keys.publicKey.toBase58() !== treasury) throw new Error('That key isn’t the treasury’s.');
    transaction.sign([keys]);
    await ask((connection) => connection.sendRawTransaction(transaction.serialize()));
    const signature = encodeBase58(transaction.signatures[0] ?? new Uint8Array());
    console.log(`  sent     ${signature}`);
    const until = Date.now() + FINALITY_TIMEOUT_MS;
    for (;;) {
      const { value } = await ask((connection) => connection.getSignatureStatuses([signature]));
      if (value[0]?.err)
        throw new Error('The network recorded it as failed: nothing was refunded.');
      if (value[0]?.confirmationStatus === 'finalized') break;
      if (Date.now() > until)
        throw new Error(
          'It isn’t finalized yet. Look at the signature before you run this again: it may still land.',
        );
      await systemClock.wait(1_000);
    }
    console.log('  final    the buyer’s app will say so at its next start\n');
    return;
  }
  // A link doesn't expire. The transaction does, with its blockhash, after about a minute.
  if (config.network === 'mainnet')
    console.log(
      `${renderUnicodeCompact(link)}\n  Scan with the wallet that holds the treasury, or open:\n  ${link}\n`,
    );
  console.log(
    `  Unsigned transaction (base64, valid for about a minute; --keypair <file> signs and sends it here):\n  ${Buffer.from(transaction.serialize()).toString('base64')}\n`,
  );
}

main().catch((failure: unknown) => {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
});
