import {
  feeOf,
  parseTransaction,
  readMemo,
  readTransfer,
} from '../../../renderer/chain/solana/message.ts';
import { shortenAddress } from '../../../renderer/core/constants.ts';
import { formatUnits } from '../../../renderer/core/units.ts';
import type { WalletCall } from '../../../renderer/core/wallet-calls.ts';
import { formatDecimal, formatSol, t } from '../../../renderer/i18n/index.ts';
import type { Fact, Facts } from '../../wallet-page/protocol.ts';

const NONE: Facts = { rows: [] };
const LONGEST_TEXT = 600;

const sol = (lamports: bigint): string => `${formatSol(lamports)} SOL`;
const pol = (wei: bigint): string => `${formatDecimal(formatUnits(wei, 18))} POL`;

const shortened = (name: string, address: string): Fact => ({
  name,
  value: shortenAddress(address),
  full: address,
});
const text = (name: string, value: string): Fact =>
  value.length <= LONGEST_TEXT
    ? { name, value }
    : { name, value: `${value.slice(0, LONGEST_TEXT)}…`, full: value };

/** The facts of a call, read from the call itself. The page shows them beside the wallet's own. */
export function factsOf(call: WalletCall): Facts {
  switch (call.method) {
    case 'solana_signTransaction':
      return transactionFacts(Buffer.from(call.params[1], 'base64'), call.params[0]);
    case 'solana_signMessage':
      return {
        rows: [
          shortened(t('Account'), call.params[0]),
          text(t('Message'), Buffer.from(call.params[1], 'base64').toString()),
        ],
      };
    case 'personal_sign':
      return {
        rows: [
          shortened(t('Account'), call.params[1]),
          text(t('Message'), Buffer.from(call.params[0].slice(2), 'hex').toString()),
        ],
      };
    case 'eth_sendTransaction': {
      const [{ from, to, value, data, gas, maxFeePerGas }] = call.params;
      const amount = value === undefined ? 0n : BigInt(value);
      return {
        ...(amount > 0n && { amount: pol(amount) }),
        rows: [
          shortened(t('From'), from),
          to === undefined ? { name: t('To'), value: t('a new contract') } : shortened(t('To'), to),
          ...(gas !== undefined && maxFeePerGas !== undefined
            ? [
                {
                  name: t('Network fee'),
                  value: t('at most {amount}', {
                    amount: pol(BigInt(gas) * BigInt(maxFeePerGas)),
                  }),
                },
              ]
            : []),
          ...(data !== undefined && data !== '0x'
            ? [
                {
                  name: t('Call data'),
                  value: t('{count, plural, one {# byte} other {# bytes}}', {
                    count: (data.length - 2) / 2,
                  }),
                },
              ]
            : []),
        ],
      };
    }
    case 'wallet_switchEthereumChain':
      return { rows: [{ name: t('Chain'), value: String(BigInt(call.params[0].chainId)) }] };
    case 'wallet_addEthereumChain': {
      const [{ chainId, chainName, rpcUrls }] = call.params;
      return {
        rows: [
          text(t('Network'), chainName),
          { name: t('Chain'), value: String(BigInt(chainId)) },
          ...rpcUrls.map((url) => text('RPC', url)),
        ],
      };
    }
    case 'solana_connect':
    case 'eth_requestAccounts':
    case 'eth_chainId':
      return NONE;
  }
}

function transactionFacts(wire: Uint8Array, signer: string): Facts {
  const transaction = parseTransaction(wire);
  const transfers = transaction.instructions.map(readTransfer).filter((one) => one !== undefined);
  const total = transfers
    .filter(({ from }) => from === signer)
    .reduce((sum, { lamports }) => sum + lamports, 0n);
  const memos = transaction.instructions.map(readMemo).filter((one) => one !== undefined);
  return {
    ...(total > 0n && { amount: sol(total) }),
    rows: [
      shortened(t('From'), signer),
      ...transfers.map(({ to }) => shortened(t('To'), to)),
      {
        name: t('Network fee'),
        value: t('at most {amount}', { amount: sol(feeOf(transaction)) }),
      },
      ...memos.map((memo) => text(t('Order'), memo)),
    ],
  };
}
