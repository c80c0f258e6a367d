/** A QR code as an SVG path of unit squares, in a square box with edge `size`. */
export interface QrPath {
  readonly d: string;
  readonly size: number;
}

/** Encodes text as a QR code. Loads the encoder on first use. */
export async function qrPath(text: string): Promise<QrPath> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const d = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])),
  );
  return { d: d.join(''), size };
}
