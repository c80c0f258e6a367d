import { crc32 } from 'node:zlib';

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;

/**
 * The files of an uncompressed zip by name, each checked against its CRC-32.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT sections 4.3.7, 4.3.12 and
 * 4.3.16
 */
export function storedFiles(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.length - END_BYTES;
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error('no zip, or one with a comment');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== CENTRAL || zip.readUInt16LE(at + 10) !== 0)
      throw new Error('not a stored file');
    const [crc, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)];
    const [nameLength, extraLength, commentLength] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(from, from + size);
    if (crc32(content) !== crc) throw new Error('damaged');
    files.set(zip.toString('utf8', at + 46, at + 46 + nameLength), content);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
