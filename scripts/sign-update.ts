/**
 * `npm run sign-update -- --new-key FILE` creates the key that signs update feeds and prints its
 * public half for LIKENESS_UPDATE_KEY. `npm run sign-update -- --key FILE [FOLDER]` signs every
 * latest*.yml in the folder (default: dist). Keep the file off the server that hosts the feed.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ed25519 } from '@noble/curves/ed25519.js';

import {
  checkSignature,
  SIGNATURE_EXTENSION,
  signedBytes,
} from '../electron/main/updates/signed-feed.ts';

const FEED = /^latest.*\.yml$/;
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

function makeKey(file: string): void {
  const seed = randomBytes(32);
  // Never overwrites a key: installed apps trust only feeds that it signed.
  writeFileSync(file, `${base64(seed)}\n`, { flag: 'wx', mode: 0o600 });
  console.log(`LIKENESS_UPDATE_KEY=${base64(ed25519.getPublicKey(seed))}`);
}

function readKey(file: string): Uint8Array {
  const seed = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (seed.length !== 32) throw new Error(`${file} isn't a key that --new-key made.`);
  return seed;
}

function signFolder(folder: string, seed: Uint8Array): void {
  const feeds = readdirSync(folder).filter((name) => FEED.test(name));
  if (feeds.length === 0)
    throw new Error(`There is no latest*.yml in ${folder}: run \`npm run package\` first.`);
  const key = base64(ed25519.getPublicKey(seed));
  for (const name of feeds) {
    const text = readFileSync(join(folder, name), 'utf8');
    const signature = base64(ed25519.sign(signedBytes(name, text), seed));
    checkSignature(name, text, signature, key);
    writeFileSync(join(folder, name + SIGNATURE_EXTENSION), `${signature}\n`);
    console.log(`Signed ${name}. Upload it together with ${name}${SIGNATURE_EXTENSION}.`);
  }
}

try {
  const { values, positionals } = parseArgs({
    options: { key: { type: 'string' }, 'new-key': { type: 'string' } },
    allowPositionals: true,
  });
  if (values['new-key'] !== undefined) makeKey(values['new-key']);
  else if (values.key !== undefined) signFolder(positionals[0] ?? 'dist', readKey(values.key));
  else throw new Error('Say --new-key FILE to make a key, or --key FILE to sign by it.');
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}
