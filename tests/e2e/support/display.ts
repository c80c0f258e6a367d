import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these programs on the PATH. */
export function onPath(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

export interface Display {
  readonly name: string;
  readonly stop: () => void;
}

/** Whether `display` can provide one. */
export const hasDisplay = (): boolean =>
  process.env['DISPLAY'] !== undefined || onPath('Xvfb') !== undefined;

/** A display for a browser that draws with WebGL: the existing one, or a virtual one. */
export async function display(): Promise<Display> {
  const given = process.env['DISPLAY'];
  if (given !== undefined) return { name: given, stop: () => undefined };
  // It takes the first free number and prints it.
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error('Xvfb ended before it had a display.')));
    server.stdio[3]?.once('data', (text: Buffer) => resolve(text.toString().trim()));
  });
  return { name: `:${number}`, stop: () => void server.kill() };
}
