import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * What stays on the same side in every language, and why. Everything else follows the reading
 * direction.
 */
const PHYSICAL: Readonly<Record<string, string>> = {
  'renderer/features/banners/banners.module.css':
    'places in a picture; the choice of layouts has a rule for either direction',
  'renderer/features/customize/light.module.css': 'the lamp around a picture',
  'renderer/features/customize/loupe.module.css': 'the photo is on the left, and follows a pointer',
  'renderer/features/dashboard/frames.module.css': 'a check mark, drawn with two borders',
  'renderer/features/dashboard/sheet.module.css': 'the rectangle of a drag follows a pointer',
  'renderer/features/library-tools/toolbar.module.css': 'the arrow has a rule for either direction',
  'renderer/features/home/hero-picture.module.css': 'one head in slices, pulled by a pointer',
  'renderer/features/home/mechanisms.module.css': 'the crop of a picture',
  'renderer/features/saving/sizes-dialog.module.css': 'the crop of a picture',
  'renderer/ui/field.module.css': 'the arrow has a rule for either direction',
};

const SIDE = String.raw`(?:left|right)`;
const PROPERTIES = new RegExp(
  `^(?:${SIDE}|(?:scroll-)?(?:margin|padding)-${SIDE}|border-${SIDE}(?:-\\w+)?|border-(?:top|bottom)-${SIDE}-radius)$`,
);
const VALUED = /^(?:text-align|float|clear|(?:background|object|mask)-position)$/;
const FOUR_SIDED = /^(?:(?:scroll-)?(?:margin|padding)|inset|border-(?:width|style|color))$/;

/** Splits a value into its parts: '0 calc(1px + 2px)' has two. */
const parts = (value: string): string[] =>
  value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

function isPhysical(property: string, value: string): boolean {
  if (PROPERTIES.test(property)) return true;
  if (VALUED.test(property)) return new RegExp(String.raw`\b${SIDE}\b`).test(value);
  const [first, second, third, fourth] = parts(value);
  if (FOUR_SIDED.test(property)) return fourth !== undefined && fourth !== second;
  if (property === 'border-radius') {
    // Top left, top right, bottom right, bottom left.
    return (second ?? first) !== first || (fourth ?? second ?? first) !== (third ?? first);
  }
  return false;
}

function physicalIn(css: string): string[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...plain.matchAll(/(?<=[{;]\s*)([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g)]
    .filter(([, property = '', value = '']) => isPhysical(property, value.trim()))
    .map(([declaration]) => declaration);
}

const files = ['renderer', 'electron/wallet-page'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
);

test.each(files)('%s lays itself out from either side', (file) => {
  const found = physicalIn(readFileSync(file, 'utf8'));
  if (PHYSICAL[file] === undefined) expect(found).toEqual([]);
  else expect(found, 'the exception is no longer needed').not.toEqual([]);
});

test('every exception names a file', () => {
  expect(Object.keys(PHYSICAL).filter((file) => !files.includes(file))).toEqual([]);
});

test.each([
  'a { left: 0 }',
  'a { margin-left: 1px; }',
  'a { border-right-color: red; }',
  'a { border-top-left-radius: 2px; }',
  'a { text-align: right; }',
  'a { background-position: right 2px center; }',
  'a { padding: 0 1px 0 calc(1px + 2px); }',
  'a { border-radius: 3px 0 0 3px; }',
  '@media print { a { color: red; inset: 0 auto auto 4px; } }',
])('finds %s', (css) => {
  expect(physicalIn(css)).toHaveLength(1);
});

test.each([
  'a { margin: 1px 2px 3px; padding: 1px 2px 3px 2px }',
  'a { --left: 4px; inset-inline-start: var(--left); }',
  'a { border-radius: 4px 4px 0 0; }',
  '/* left: 0; */ a { transition: left 1s; }',
])('lets %s pass', (css) => {
  expect(physicalIn(css)).toEqual([]);
});
