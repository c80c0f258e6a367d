/**
 * `npm run fonts`: makes the fonts of renderer/ui/fonts from the packages' fonts, with the weights
 * and letters that the app uses.
 */
import { writeFileSync } from 'node:fs';

import { FONT_FILES, fontPath, makeFont } from './font-files.ts';

for (const font of FONT_FILES) {
  const bytes = await makeFont(font);
  writeFileSync(fontPath(font.file), bytes);
  console.log(`${font.file} ${(bytes.length / 1024).toFixed(1)} KB`);
}
