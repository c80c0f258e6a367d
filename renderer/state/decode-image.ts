/**
 * Images that are being decoded. Firefox counts an image as garbage, and rejects its decoding, if
 * only what waits for the decoding refers to it.
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
