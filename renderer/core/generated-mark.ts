import { concatBytes } from './bytes.ts';
import { riffChunk, withChunk } from './chunks.ts';

/** XMP with IPTC's digital source type (https://cv.iptc.org/newscodes/digitalsourcetype/). */
const TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${TYPE}"/></rdf:RDF></x:xmpmeta>`;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textAt = (file: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...file.subarray(from, from + length));

/** After the start of the file: a segment APP1, with XMP's name space before it (XMP part 3, 1.1.3). */
function markedJpeg(file: Uint8Array): Uint8Array {
  const body = bytesOf(`http://ns.adobe.com/xap/1.0/\0${XMP}`);
  const length = body.length + 2;
  const head = Uint8Array.of(0xff, 0xe1, length >> 8, length & 0xff);
  return concatBytes([file.subarray(0, 2), head, body, file.subarray(2)]);
}

const HAS_ALPHA = 0x10;
const HAS_XMP = 0x04;

/** Width, height and alpha of a WebP's first chunk, lossy or lossless (RFC 9649, 2.5 to 2.7). */
function webpHeader(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const kind = textAt(file, 12, 4);
  if (kind === 'VP8X') {
    const [flags = 0, ...rest] = file.subarray(20, 30);
    return Uint8Array.of(flags | HAS_XMP, ...rest);
  }
  const header = new Uint8Array(10);
  const out = new DataView(header.buffer);
  const bits = kind === 'VP8L' ? view.getUint32(21, true) : undefined;
  const width = bits === undefined ? view.getUint16(26, true) & 0x3fff : (bits & 0x3fff) + 1;
  const height =
    bits === undefined ? view.getUint16(28, true) & 0x3fff : ((bits >> 14) & 0x3fff) + 1;
  header[0] = HAS_XMP | (bits !== undefined && (bits >> 28) & 1 ? HAS_ALPHA : 0);
  out.setUint16(4, (width - 1) & 0xffff, true);
  out.setUint8(6, (width - 1) >> 16);
  out.setUint16(7, (height - 1) & 0xffff, true);
  out.setUint8(9, (height - 1) >> 16);
  return header;
}

/** In the extended format, whose header says that a chunk of XMP follows the picture. */
function markedWebp(file: Uint8Array): Uint8Array {
  const isExtended = textAt(file, 12, 4) === 'VP8X';
  const body = concatBytes([
    bytesOf('WEBP'),
    riffChunk('VP8X', webpHeader(file)),
    file.subarray(isExtended ? 30 : 12),
    riffChunk('XMP ', bytesOf(XMP)),
  ]);
  return riffChunk('RIFF', body);
}

/** As the last box of the file (XMP part 3, 1.2.7). */
const XMP_BOX = Uint8Array.from('be7acfcb97a942e89c71999491e3afac'.match(/../g) ?? [], (byte) =>
  parseInt(byte, 16),
);
function markedMp4(file: Uint8Array): Uint8Array {
  const body = bytesOf(XMP);
  const head = new Uint8Array(8);
  new DataView(head.buffer).setUint32(0, 8 + XMP_BOX.length + body.length);
  head.set(bytesOf('uuid'), 4);
  return concatBytes([file, head, XMP_BOX, body]);
}

/** Whether a file of `markedAsGenerated` says so at its start; WebP and MP4 say it at their ends. */
export const isMarkedAsGenerated = (file: Uint8Array): boolean =>
  textAt(file, 0, 1_000).includes(TYPE);

/**
 * Says in a file that a trained model made its picture, as platforms read it. A PNG, JPEG or WebP as a
 * canvas writes it, or an MP4; anything else stays as it is: WebM and GIF have no place that is read.
 */
export function markedAsGenerated(file: Uint8Array): Uint8Array {
  if (textAt(file, 1, 3) === 'PNG')
    // Keyword, no compression, no language, no translation.
    return withChunk(file, 'iTXt', bytesOf(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`));
  if (file[0] === 0xff && file[1] === 0xd8) return markedJpeg(file);
  if (textAt(file, 0, 4) === 'RIFF' && textAt(file, 8, 4) === 'WEBP') return markedWebp(file);
  if (textAt(file, 4, 4) === 'ftyp') return markedMp4(file);
  return file;
}

/** What was made of files, marked if one of them is. */
export async function markedLike(sources: readonly Blob[], made: Blob): Promise<Blob> {
  for (const source of sources)
    if (isMarkedAsGenerated(new Uint8Array(await source.slice(0, 1_000).arrayBuffer()))) {
      const marked = markedAsGenerated(new Uint8Array(await made.arrayBuffer()));
      return new Blob([new Uint8Array(marked)], { type: made.type });
    }
  return made;
}
