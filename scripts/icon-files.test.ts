import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { drawingsHash, icns, ICNS_SIZES, ico, type IconImage } from './icon-files.ts';

const FOLDER = 'resources/icons';
const PNG = '89504e470d0a1a0a';

/** Width and height from a PNG's header. */
function pngSize(png: Buffer): [number, number] {
  expect(png.subarray(0, 8).toString('hex')).toBe(PNG);
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe('the committed icons (after a change of a drawing: npm run icons)', () => {
  it('are of the present drawings', () => {
    const drawings = ['icon.svg', 'icon-small.svg'].map((name) =>
      readFileSync(`${FOLDER}/${name}`, 'utf8'),
    );
    expect(readFileSync(`${FOLDER}/made-from.txt`, 'utf8').trim()).toBe(drawingsHash(...drawings));
  });

  it('have on Linux the size of their names', () => {
    const files = readdirSync(`${FOLDER}/linux`);
    expect(files).toContain('512x512.png');
    for (const file of files)
      expect(`${pngSize(readFileSync(`${FOLDER}/linux/${file}`)).join('x')}.png`).toBe(file);
  });

  it('have on Windows every size from 16 to 256, whole', () => {
    const file = readFileSync(`${FOLDER}/icon.ico`);
    const entries = Array.from({ length: file.readUInt16LE(4) }, (_, index) =>
      file.subarray(6 + index * 16, 22 + index * 16),
    );
    expect(entries.map((entry) => entry[0])).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 0]);
    for (const entry of entries) {
      const body = file.subarray(
        entry.readUInt32LE(12),
        entry.readUInt32LE(12) + entry.readUInt32LE(8),
      );
      expect(body).toHaveLength(entry.readUInt32LE(8));
      if (entry[0] === 0) expect(pngSize(body)).toEqual([256, 256]);
      else
        expect([body.readUInt32LE(0), body.readInt32LE(4), body.readInt32LE(8)]).toEqual([
          40,
          entry[0],
          2 * (entry[0] ?? 0),
        ]);
    }
  });

  it('have on macOS every size and its double', () => {
    const file = readFileSync(`${FOLDER}/icon.icns`);
    expect([file.toString('ascii', 0, 4), file.readUInt32BE(4)]).toEqual(['icns', file.length]);
    const found: Record<string, number> = {};
    for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
      found[file.toString('ascii', at, at + 4)] = pngSize(file.subarray(at + 8))[0];
    }
    expect(found).toEqual(ICNS_SIZES);
  });
});

describe('writing icons', () => {
  const image = (size: number): IconImage => ({
    size,
    png: Buffer.from(`png ${size}`),
    pixels: Buffer.alloc(size * size * 4),
  });

  it('turns a bitmap’s rows and colours round for Windows', () => {
    const pixels = Buffer.from([1, 2, 3, 255, 0, 0, 0, 0, 0, 0, 0, 0, 7, 8, 9, 128]);
    const file = ico([{ size: 2, png: Buffer.alloc(0), pixels }]);
    expect([...file.subarray(22 + 40, 22 + 40 + 16)]).toEqual([
      0, 0, 0, 0, 9, 8, 7, 128, 3, 2, 1, 255, 0, 0, 0, 0,
    ]);
  });

  it('refuses to leave a size out for macOS', () => {
    expect(() => icns([image(32)])).toThrow('64 pixels');
  });
});
