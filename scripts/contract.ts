/**
 * `npm run contract` compiles the Polygon contract into `resources/contracts/`. `npm run contract
 * -- deploy --owner <address> --treasury <address>` prepares its deployment, shows the cost, and
 * prints the transaction for a wallet to send. With `--keyfile <file with a private key, hex>` it
 * sends it itself. The chain is LIKENESS_NETWORK's (Polygon or its test network Amoy), or
 * `--rpc`'s.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createPublicClient, createWalletClient, formatEther, http, isAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

import { readBuildConfig } from '../renderer/core/build-config.ts';
import { AVATARS, compileContract } from './compile-contract.ts';
import { deployment } from './contract-deployment.ts';
import { loadEnvironment } from './environment.ts';

const KEY = /^(0x)?[0-9a-f]{64}$/i;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    owner: { type: 'string' },
    treasury: { type: 'string' },
    rpc: { type: 'string' },
    keyfile: { type: 'string' },
  },
});

function address(name: 'owner' | 'treasury'): `0x${string}` {
  const value = values[name];
  if (!value || !isAddress(value))
    throw new Error(
      `Say --${name} with an Ethereum address, 0x and 40 digits (its checksum has to be right).`,
    );
  return value;
}

async function deploy(): Promise<void> {
  loadEnvironment();
  const rpc = values.rpc ?? readBuildConfig(process.env, '').polygonRpc[0];
  if (!rpc) throw new Error('Say --rpc, or set LIKENESS_NETWORK to devnet or mainnet.');
  const client = createPublicClient({ transport: http(rpc) });
  const data = deployment(address('owner'), address('treasury'));
  const text = values.keyfile ? readFileSync(values.keyfile, 'utf8').trim() : undefined;
  if (text !== undefined && !KEY.test(text))
    throw new Error('The key file has to hold one private key: 64 hexadecimal digits.');
  const account =
    text === undefined ? undefined : privateKeyToAccount(`0x${text.replace(/^0x/i, '')}`);
  const [chain, gas, price] = await Promise.all([
    client.getChainId(),
    client.estimateGas({ account: account?.address ?? address('owner'), data }),
    client.getGasPrice(),
  ]);
  console.log(
    `\n  chain  ${chain}\n  gas    ${gas} (about ${formatEther(gas * price)} POL at the present price)`,
  );
  if (!account) {
    console.log(
      `\nSend a transaction without a recipient, with this data, from any wallet:\n\n${data}\n`,
    );
    return;
  }
  const wallet = createWalletClient({ account, transport: http(rpc) });
  const hash = await wallet.sendTransaction({ data, chain: null });
  console.log(`  sent   ${hash}`);
  const { contractAddress, status } = await client.waitForTransactionReceipt({ hash });
  if (status !== 'success' || !contractAddress)
    throw new Error('The deployment failed on the chain: only its fee was taken.');
  console.log(`\nLIKENESS_POLYGON_CONTRACT=${contractAddress}\n`);
}

async function compile(): Promise<void> {
  const artifact = await compileContract();
  writeFileSync(AVATARS.artifact, `${JSON.stringify(artifact)}\n`);
  console.log(
    `${AVATARS.artifact}: ${artifact.contract}, ${(artifact.bytecode.length - 2) / 2} bytes, by solc ${artifact.compiler}`,
  );
}

(positionals[0] === 'deploy' ? deploy() : compile()).catch((thrown: unknown) => {
  console.error(thrown instanceof Error ? thrown.message : thrown);
  process.exitCode = 1;
});
