/**
 * Finds pieces of a secret in what a browser sent. The secret is cut into blocks of 12 bytes, so
 * any 23 consecutive bytes of it contain a whole block, wherever they start. Bodies are searched
 * raw, and every base64 and hex run in them is decoded and searched too.
 */
const BLOCK = 12;

export interface LeakDetector {
  /** Where a piece was found; undefined if nowhere. */
  find(body: Uint8Array): string | undefined;
}

/** Runs of one colour or of padding occur in any file and prove nothing. */
const telling = (block: Buffer): boolean => new Set(block).size >= 7;

export function leakDetector(secrets: readonly Uint8Array[]): LeakDetector {
  const blocks = new Set<string>();
  /** The first four bytes of each block, which rule out most positions quickly. */
  const beginnings = new Set<number>();
  for (const secret of secrets) {
    const bytes = Buffer.from(secret);
    for (let at = 0; at + BLOCK <= bytes.length; at += BLOCK) {
      const block = bytes.subarray(at, at + BLOCK);
      if (!telling(block)) continue;
      blocks.add(block.toString('latin1'));
      beginnings.add(block.readUInt32BE(0));
    }
  }
  if (blocks.size < 50)
    throw new Error('the secret has too few telling blocks for the search to mean anything');

  const search = (bytes: Buffer): boolean => {
    let four = 0;
    for (let end = 0; end < bytes.length - BLOCK + 4; end++) {
      four = ((four << 8) | (bytes[end] ?? 0)) >>> 0;
      const at = end - 3;
      if (at >= 0 && beginnings.has(four) && blocks.has(bytes.toString('latin1', at, at + BLOCK)))
        return true;
    }
    return false;
  };

  return {
    find(body) {
      const bytes = Buffer.from(body);
      if (search(bytes)) return 'raw';
      const text = bytes.toString('latin1');
      for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{32,}/g)) {
        // A run may start anywhere in a group of four.
        for (let shift = 0; shift < 4; shift++) {
          if (
            search(
              Buffer.from(run.slice(shift).replaceAll('-', '+').replaceAll('_', '/'), 'base64'),
            )
          )
            return 'base64';
        }
      }
      for (const [run] of text.matchAll(/[0-9a-fA-F]{48,}/g)) {
        for (let shift = 0; shift < 2; shift++) {
          if (search(Buffer.from(run.slice(shift), 'hex'))) return 'hex';
        }
      }
      return undefined;
    },
  };
}
