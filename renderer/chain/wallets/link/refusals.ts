import type { ErrorCode } from '../../../core/errors.ts';
import type { LinkRequest } from './kept.ts';

/** Phantom's error codes: https://docs.phantom.com/solana/errors */
const CODES: ReadonlyMap<string, ErrorCode> = new Map([
  ['4001', 'wallet-rejected'],
  ['4100', 'wallet-unauthorized'],
  ['4900', 'wallet-offline'],
  ['-32000', 'wallet-request-invalid'],
  ['-32002', 'wallet-busy'],
  ['-32003', 'wallet-transaction-refused'],
  ['-32601', 'wallet-method-unknown'],
  ['-32603', 'wallet-internal-error'],
]);

/** Maps Phantom's error answer to an error code. */
export function refusal(code: string, method: LinkRequest['method']): ErrorCode {
  if (method === 'connect' && code === '4001') return 'wallet-connection-declined';
  return (
    CODES.get(code) ?? (method === 'connect' ? 'phantom-connect-failed' : 'transaction-failed')
  );
}
