import { basename } from 'node:path';
import { makeZip } from 'client-zip';
import { describe, expect, it } from 'vitest';

import type { Avatar } from '../../renderer/core/avatars.ts';
import { avatarFiles } from '../../renderer/state/library/avatar-file.ts';
import { exampleAvatar } from '../support/example-rows.ts';
import { storedFiles } from '../support/stored-zip.ts';

/**
 * Names that avatars may have in a backup that somebody posts. The app writes archives but reads
 * none.
 */
const NAMES: readonly [what: string, name: string][] = [
  ['a way up', '../../.bashrc'],
  ['a way up on Windows', '..\\..\\Startup\\run'],
  ['a way up that hides two dots', '....//x'],
  ['an encoded way up', '%2e%2e%2fx'],
  ['two dots that are no way up', '..x'],
  ['a folder below', 'sub/x'],
  ['a home', '~/x'],
  ['a path from the root', '/etc/cron.d/x'],
  ['a drive', 'C:\\Windows\\x'],
  ['a share', '\\\\evil.example\\share\\x'],
  ['a stream beside a file', 'x:$DATA'],
  ['a stream of a picture', 'x.png::$DATA'],
  ['nothing but dots', '..'],
  ['a hidden name', '.profile'],
  ['a device', 'CON'],
  ['a device with a type', 'LPT1.png'],
  ['letters turned round', 'Ann\u202Egpj.exe'],
  ['a mark that nobody sees', 'An\u200Bn\uFEFF'],
  ['a zero', 'x\0.exe'],
  ['lines', 'x\r\nContent-Type: text/html'],
  ['half a letter', '\uD83D'],
  ['nothing', ''],
  ['blanks', ' \t\u00A0 '],
  ['more letters than a disk takes', 'x'.repeat(4_000)],
  ['more than an archive’s header counts', '🦊'.repeat(20_000)],
  ['a page', '<img src=x onerror=alert(1)>'],
  ['what a shell would run', '$(reboot)`reboot`;x'],
];

/** Whether it names one plain file on every disk. */
function expectPlain(name: string): void {
  expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^[.\s]|[.\s]$/u);
  expect(name).toBe(basename(name));
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
}

async function archived(avatars: readonly Avatar[]): Promise<ReadonlyMap<string, Buffer>> {
  const store = {
    get: (_table: string, uid: string) =>
      Promise.resolve({ full: new Blob([uid], { type: 'image/png' }) }),
  } as unknown as Parameters<typeof avatarFiles>[0]['store'];
  const engine = (): never => {
    throw new Error('a PNG needs no engine');
  };
  const following = { signal: new AbortController().signal, onSaved: () => undefined };
  async function* entries() {
    for await (const { name, content } of avatarFiles({ store, engine }, avatars, 'png', following))
      yield { name, input: content };
  }
  return storedFiles(Buffer.from(await new Response(makeZip(entries())).arrayBuffer()));
}

const avatars = (names: readonly string[]): Avatar[] =>
  names.map((name, at) => exampleAvatar({ profileId: 'p', genesis: 'g' }, String(at), { name }));

describe('whoever names an avatar of a backup, so that its archive writes where it shouldn’t', () => {
  it.each(NAMES)('by %s: it is unpacked to one plain file', async (_what, name) => {
    const files = await archived(avatars([name]));
    expect([...files.values()].map(String)).toEqual(['0']);
    for (const found of files.keys()) {
      expectPlain(found);
      expect(found).toMatch(/_avatar_hd( \(\d+\))?\.png$/);
    }
  });

  it('so that two are one on a disk: each has a file of its own', async () => {
    const names = ['Ann', 'ann', 'A\u200Bnn', 'ANN', '../Ann', 'Ann_', ' Ann'];
    const files = await archived(avatars(names));
    expect(files.size).toBe(names.length);
    expect(new Set([...files.keys()].map((name) => name.toLowerCase())).size).toBe(names.length);
    expect([...files.values()].map(String).sort()).toEqual(names.map((_, at) => String(at)));
  });
});
