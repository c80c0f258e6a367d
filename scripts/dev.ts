/** `npm run dev`: the browser app with hot reload and its own sandbox chain. */
import { createServer } from 'vite';

import { rendererConfig } from '../renderer/vite.config.ts';
import { startNetworks, USUAL_PORTS } from '../sandbox/start-networks.ts';
import { loadEnvironment } from './environment.ts';

loadEnvironment();
const networks = await startNetworks({
  folder: '.likeness/sandbox',
  ports: USUAL_PORTS,
  reset: process.argv.includes('--reset'),
});
const { solana, gateway, mailbox } = networks;
const config = rendererConfig('web', 'sandbox');
const server = await createServer({
  ...config,
  configFile: false,
  server: { host: '127.0.0.1', port: Number(process.env['PORT'] || 4173) },
  plugins: [
    ...(config.plugins ?? []),
    {
      // Does what the sandbox's server does with the built page.
      name: 'likeness-config',
      transformIndexHtml: () => [
        {
          tag: 'meta',
          attrs: {
            name: 'likeness-config',
            content: JSON.stringify({ ...networks.config, appUrl: '' }),
          },
          injectTo: 'head',
        },
      ],
    },
  ],
});
await server.listen();
server.printUrls();
console.log(
  `  solana rpc  ${solana.rpcUrl}\n  treasury    ${solana.treasury}\n  gateway     ${gateway.url}\n  messages    ${mailbox.endpoint}\n`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(
    signal,
    () => void Promise.all([server.close(), networks.stop()]).then(() => process.exit(0)),
  );
}
