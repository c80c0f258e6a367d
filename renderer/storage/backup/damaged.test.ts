import { beforeEach, describe, expect, it } from 'vitest';

import {
  CHUNK,
  device,
  everything,
  fill,
  PASSPHRASE,
  saved,
  scope,
  type Device,
} from '../../../tests/support/backup-device.ts';
import { codeOf } from '../../../tests/support/code-of.ts';
import { MAGIC } from '../../core/backup/format.ts';
import { LikenessError } from '../../core/errors.ts';
import { rngOf } from '../../engine/styles/shared/random.ts';

const VARIANTS = process.env['LIKENESS_DEEP'] ? 1_000 : 200;

let here: Device;
let there: Device;
beforeEach(async () => {
  here = await device();
  there = await device('email:vault');
});

describe('a file that is not as it was written', () => {
  it('is refused for the right reason', async () => {
    await fill(here, 'guest', 1);
    const file = await saved(here, 'guest');
    const check = (blob: Blob, phrase = PASSPHRASE) =>
      there.backups.check(blob, phrase, scope('email:vault'));
    expect(await codeOf(check(file, 'another phrase'))).toBe('backup-passphrase');
    expect(await codeOf(check(new Blob(['a holiday picture'])))).toBe('backup-foreign');
    expect(await codeOf(check(new Blob([])))).toBe('backup-foreign');
    const text = Buffer.from(await file.arrayBuffer())
      .toString('latin1')
      .replace('"version":2', '"version":3');
    expect(await codeOf(check(new Blob([Buffer.from(text, 'latin1')])))).toBe('backup-newer');
    const greedy = Buffer.from(await file.arrayBuffer())
      .toString('latin1')
      .replace('"memory":8,', '"memory":9999999,');
    expect(await codeOf(check(new Blob([Buffer.from(greedy, 'latin1')])))).toBe('backup-damaged');
  });

  it('in hundreds of variants never leaves a part behind', { timeout: 120_000 }, async () => {
    await fill(here, 'guest', 3, CHUNK);
    const whole = Buffer.from(await (await saved(here, 'guest')).arrayBuffer());
    const before = await everything(there);
    const random = rngOf(1, 'damage');
    const at = (most: number): number => Math.floor(random() * most);
    const front = MAGIC.length + 4 + whole.readUInt32BE(MAGIC.length);
    const sealedChunk = CHUNK + 16;
    const chunk = (index: number): Buffer =>
      whole.subarray(front + index * sealedChunk, front + (index + 1) * sealedChunk);
    const damages: readonly (() => Buffer)[] = [
      () => flip(at(whole.length)),
      () => flip(at(front)),
      () => flip(front + at(whole.length - front)),
      () => whole.subarray(0, at(whole.length)),
      () => Buffer.concat([whole, Buffer.from([at(256)])]),
      () => {
        const cut = front + at(whole.length - front);
        return Buffer.concat([whole.subarray(0, cut), whole.subarray(cut + 1 + at(2_000))]);
      },
      () =>
        Buffer.concat([
          whole.subarray(0, front),
          chunk(1),
          chunk(0),
          whole.subarray(front + 2 * sealedChunk),
        ]),
      () => whole.subarray(0, front + (1 + at(3)) * sealedChunk),
      () =>
        Buffer.concat([
          whole.subarray(0, front),
          chunk(0),
          chunk(0),
          whole.subarray(front + sealedChunk),
        ]),
      () => Buffer.concat([whole.subarray(0, front), whole.subarray(front + sealedChunk)]),
    ];
    const flip = (place: number): Buffer => {
      const copy = Buffer.from(whole);
      copy[place] = (copy[place] ?? 0) ^ (1 << at(8));
      return copy;
    };
    const codes = new Map<string, number>();
    for (let n = 0; n < VARIANTS; n++) {
      const damaged = damages[n % damages.length]?.() ?? whole;
      const outcome = await there.backups
        .check(new Blob([new Uint8Array(damaged)]), PASSPHRASE, scope('email:vault'))
        .then(
          (checked) => checked.bring().then(() => 'imported'),
          (thrown: unknown) => (thrown instanceof LikenessError ? thrown.code : 'another error'),
        );
      codes.set(outcome, (codes.get(outcome) ?? 0) + 1);
      if (n % 20 === 19) expect(await everything(there)).toBe(before);
    }
    for (const outcome of codes.keys())
      expect(outcome).toMatch(/^backup-(damaged|foreign|newer|passphrase)$/);
    expect(codes.get('backup-damaged')).toBeGreaterThan(VARIANTS * 0.8);
    // The file itself is intact.
    expect(
      await (
        await there.backups.check(new Blob([whole]), PASSPHRASE, scope('email:vault'))
      ).bring(),
    ).toEqual({ avatars: 3, purchases: 1 });
  });
});
