import { HD_FORMATS, type HdFormat } from '../core/avatars.ts';

let known: readonly HdFormat[] | undefined;

/** The formats that this browser's canvas can write, tested once; PNG is always among them. */
export function writableFormats(): readonly HdFormat[] {
  if (known) return known;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  // A format that it can't write is returned as PNG.
  known = HD_FORMATS.filter(
    (format) =>
      format === 'png' ||
      canvas.toDataURL(`image/${format}`).startsWith(`data:image/${format};base64,`),
  );
  return known;
}
