/** A WAV file of one channel. */
export function wavOf(samples: Int16Array<ArrayBuffer>, rate: number): Blob {
  const size = samples.byteLength;
  const head = new DataView(new ArrayBuffer(44));
  for (const [at, name] of [
    [0, 'RIFF'],
    [8, 'WAVEfmt '],
    [36, 'data'],
  ] as const)
    new Uint8Array(head.buffer).set(new TextEncoder().encode(name), at);
  const long = { 4: 36 + size, 16: 16, 24: rate, 28: 2 * rate, 40: size };
  for (const [at, value] of Object.entries(long)) head.setUint32(Number(at), value, true);
  const short = { 20: 1, 22: 1, 32: 2, 34: 16 };
  for (const [at, value] of Object.entries(short)) head.setUint16(Number(at), value, true);
  return new Blob([head.buffer, samples], { type: 'audio/wav' });
}
