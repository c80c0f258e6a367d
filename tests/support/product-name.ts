/** At most this much of a compressed part is unpacked. */
const MOST_UNPACKED = 4 * 1024 * 1024;
const GIF_EXTENSION = 0x21;
const ZIP_ENTRY = [0x50, 0x4b, 0x03, 0x04] as const;
const ZIP_HEADER = 30;
const DEFLATED = 8;

const latin1 = new TextDecoder('latin1');

const contains = (bytes: Uint8Array, name: string): boolean => {
  const text = latin1.decode(bytes).toLowerCase();
  const plain = name.toLowerCase();
  // The letters of UTF-16 with a zero between them, whichever byte comes first.
  return text.includes(plain) || text.includes(Array.from(plain).join('\0'));
};

/** As much as can be unpacked; what follows a compressed part in its file is no error. */
async function unpacked(bytes: Uint8Array, format: CompressionFormat): Promise<Uint8Array> {
  const stream = new DecompressionStream(format);
  const writer = stream.writable.getWriter();
  // The reader below meets the same failure.
  writer.write(Uint8Array.from(bytes)).then(
    () => writer.close().catch(() => undefined),
    () => undefined,
  );
  const reader = stream.readable.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      length += part.value.length;
      if (length > MOST_UNPACKED) break;
    }
  } catch {
    // The part ended, or it was none.
  }
  reader.cancel().catch(() => undefined);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The text of a GIF's comments and extensions, without the length bytes that interrupt it. */
function gifExtensions(bytes: Uint8Array): readonly Uint8Array[] {
  if (latin1.decode(bytes.subarray(0, 3)) !== 'GIF') return [];
  const found: Uint8Array[] = [];
  for (let start = 6; start < bytes.length; start += 1) {
    if (bytes[start] !== GIF_EXTENSION) continue;
    const text: number[] = [];
    let at = start + 2;
    for (let size = bytes[at] ?? 0; size > 0 && at < bytes.length; size = bytes[at] ?? 0) {
      text.push(...bytes.subarray(at + 1, at + 1 + size));
      at += 1 + size;
      if (text.length > 65_536) break;
    }
    found.push(Uint8Array.from(text));
  }
  return found;
}

/** The places of zlib streams: PNG's text and profile chunks. */
const zlibStarts = (bytes: Uint8Array): number[] => {
  const starts: number[] = [];
  for (let at = bytes.indexOf(0x78); at >= 0; at = bytes.indexOf(0x78, at + 1))
    if ((0x7800 + (bytes[at + 1] ?? 0)) % 31 === 0) starts.push(at);
  return starts;
};

/** Where the deflated contents of a zip's entries begin. */
const zipStarts = (bytes: Uint8Array): number[] => {
  const starts: number[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = bytes.indexOf(0x50); at >= 0; at = bytes.indexOf(0x50, at + 1)) {
    if (at + ZIP_HEADER > bytes.length) break;
    if (ZIP_ENTRY.some((byte, k) => bytes[at + k] !== byte)) continue;
    if (view.getUint16(at + 8, true) === DEFLATED)
      starts.push(at + ZIP_HEADER + view.getUint16(at + 26, true) + view.getUint16(at + 28, true));
  }
  return starts;
};

/**
 * Whether a file says a name anywhere: as text in 8 or 16 bits, across the blocks of a GIF's
 * comment, or inside a compressed part of a PNG or zip. Upper and lower case are the same.
 */
export async function says(bytes: Uint8Array, name: string): Promise<boolean> {
  if (contains(bytes, name)) return true;
  if (gifExtensions(bytes).some((text) => contains(text, name))) return true;
  for (const at of zlibStarts(bytes))
    if (contains(await unpacked(bytes.subarray(at), 'deflate'), name)) return true;
  for (const at of zipStarts(bytes))
    if (contains(await unpacked(bytes.subarray(at), 'deflate-raw'), name)) return true;
  return false;
}
