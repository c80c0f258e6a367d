import { HD_FORMATS, type HdFormat } from '../core/avatars.ts';

let known: readonly HdFormat[] | undefined;

/** The formats that this browser's canvas writes, asked of it once; PNG is always among them. */
export function writableFormats(): readonly HdFormat[] {
  if (known) return known;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  // A format that it can't write comes back as PNG.
  known = HD_FORMATS.filter(
    (format) =>
      format === 'png' ||
      canvas.toDataURL(`image/${format}`).startsWith(`data:image/${format};base64,`),
  );
  return known;
}
