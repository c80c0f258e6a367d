/** `npm run dev`: the browser app with hot reload, beside its own sandbox chain. */
import { createServer } from 'vite';
import { rendererConfig } from '../../renderer/vite.config.ts';
import { startGateway } from '../sandbox/gateway/start-gateway.ts';
import { startSolana } from '../sandbox/solana/start-solana.ts';
import { loadEnvironment } from './environment.ts';

loadEnvironment();
const solana = await startSolana({ folder: '.likeness/sandbox/solana', port: 8899, reset: process.argv.includes('--reset') });
const gateway = await startGateway({ folder: '.likeness/sandbox/gateway', port: 8900, reset: process.argv.includes('--reset') });
const { rpcUrl, treasury } = solana;
const config = rendererConfig('web', 'sandbox');
const server = await createServer({
  ...config,
  configFile: false,
  server: { host: '127.0.0.1', port: Number(process.env['PORT'] || 4173) },
  plugins: [
    ...(config.plugins ?? []),
    {
      // What the sandbox's own server does when it hands out the built page.
      name: 'likeness-config',
      transformIndexHtml: () => [
        { tag: 'meta', attrs: { name: 'likeness-config', content: JSON.stringify({ solanaRpc: [rpcUrl], treasury, media: gateway.media, appUrl: '' }) }, injectTo: 'head' },
      ],
    },
  ],
});
await server.listen();
server.printUrls();
console.log(`  solana rpc  ${rpcUrl}\n  treasury    ${treasury}\n  gateway     ${gateway.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void Promise.all([server.close(), solana.stop(), gateway.stop()]).then(() => process.exit(0)));
}
