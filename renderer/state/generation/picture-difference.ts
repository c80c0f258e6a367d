/** Pixels of an edge: only masses and colours count, not how a style drew them. */
const EDGE = 16;

async function pixelsOf(picture: Blob): Promise<Uint8ClampedArray> {
  const bitmap = await createImageBitmap(picture);
  const canvas = document.createElement('canvas');
  canvas.width = EDGE;
  canvas.height = EDGE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2D canvas');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, EDGE, EDGE);
  context.drawImage(bitmap, 0, 0, EDGE, EDGE);
  bitmap.close();
  return context.getImageData(0, 0, EDGE, EDGE).data;
}

/** How different two pictures look from afar: the mean over all channels, 0 to 255. */
export async function pictureDifference(one: Blob, other: Blob): Promise<number> {
  const [a, b] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return (sum / a.length) * (4 / 3); // Both are opaque.
}
