import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { buildWeb } from '../../sandbox/build-web.ts';
import { firstScripts, sumOf } from '../support/script-sizes.ts';

/**
 * Gzipped script of the first page and of the whole app; web3.js, wallets and the engine load on
 * demand.
 */
export async function benchFirstPage(): Promise<string> {
  const root = await buildWeb('sandbox');
  const all = readdirSync(join(root, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `assets/${name}`);
  return [
    '## First page (gzipped script)',
    '',
    `| | KB |`,
    `|---|---|`,
    `| Home, before it shows | ${sumOf(firstScripts(root), root).toFixed(1)} |`,
    `| every script of the app | ${sumOf(all, root).toFixed(1)} |`,
    '',
  ].join('\n');
}
