/**
 * Runs anvil for as long as the process that forked this one lives, even if that is killed: anvil
 * has no such option. Sends its address, or an error message.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const LISTENING = /Listening on (127\.0\.0\.1:\d+)/;
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

const folder = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
const binary = createRequire(import.meta.url).resolve(
  `${folder}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`,
);
// One slot per epoch: a block is final two blocks later instead of 64.
const anvil = spawn(
  binary,
  [
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--no-mining',
    '--slots-in-an-epoch',
    '1',
    '--accounts',
    '0',
    '--chain-id',
    process.argv[2] ?? '',
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);

createInterface(anvil.stdout).on('line', (line) => {
  const address = LISTENING.exec(line)?.[1];
  if (address !== undefined) process.send?.({ url: `http://${address}` });
});
anvil.on('error', (error) => process.send?.({ failed: error.message }));
anvil.on('exit', () => process.exit());
const end = (): void => void anvil.kill('SIGKILL');
process.on('disconnect', end);
process.on('SIGTERM', end);
process.on('SIGINT', () => undefined); // Ctrl-C reaches the whole process group; the parent shuts down in order.
