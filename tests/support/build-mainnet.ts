import { buildWeb } from '../../sandbox/build-web.ts';

/** The addresses in a mainnet build for the tests; none is real. */
export const MAINNET = {
  treasury: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  rpc: ['https://rpc.one.example', 'https://rpc.other.example'],
} as const;

/** Builds the browser app for mainnet, once for all tests. Returns its folder. */
export async function buildMainnet(): Promise<string> {
  process.env['LIKENESS_TREASURY'] = MAINNET.treasury;
  process.env['LIKENESS_SOLANA_RPC'] = MAINNET.rpc.join();
  try {
    return await buildWeb('mainnet');
  } finally {
    delete process.env['LIKENESS_TREASURY'];
    delete process.env['LIKENESS_SOLANA_RPC'];
  }
}
