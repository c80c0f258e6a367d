/**
 * The images that are being decoded, kept from garbage collection. Firefox collects an image that
 * nothing else refers to, even while its decode() is awaited, and rejects that.
 */
const decoding = new Set<HTMLImageElement>();

/**
 * Loads and decodes the picture at an address.
 * @throws DOMException 'EncodingError' if there is none that the browser can read
 */
export async function decodeImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  decoding.add(image);
  try {
    await image.decode();
    return image;
  } finally {
    decoding.delete(image);
  }
}
