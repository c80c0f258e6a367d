/** Unsigned 32-bit, from the platform's generator. */
export const randomUint32 = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** From the platform's generator. */
export const randomBytes = (length: number): Uint8Array<ArrayBuffer> =>
  crypto.getRandomValues(new Uint8Array(length));

/** 128 random bits as 32 hexadecimal digits: an id that is never drawn twice. */
export const randomId = (random: () => number): string =>
  Array.from({ length: 4 }, () => random().toString(16).padStart(8, '0')).join('');
