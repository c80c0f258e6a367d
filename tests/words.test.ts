import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Private words that the field's own replaced; docs/glossary.md has those in use. */
const RETIRED = new Set(
  `sitting sittings sitter sitters witness mishap mishaps wish wishes shelf tray keyring arrivals
  standing course carry carrying world story stories happening way ways easel harmless`.split(
    /\s+/,
  ),
);
/** Retired in the product, where a test may still say so. */
const RETIRED_IN_PRODUCT = new Set(
  'tell tells told hear hears news patience looking looked'.split(' '),
);
const PRODUCT = /^(electron|scripts|renderer)\//;
/** Other people's names, and what is on its way. */
const ALLOWED = new Set(['exposeInMainWorld', 'isUnderWay', 'onItsWay', 'OnItsWay', 'seeBothWays']);

const wordsOf = (name: string): readonly string[] =>
  name.split(/(?=[A-Z][a-z])|[^A-Za-z]+/).map((word) => word.toLowerCase());
const isRetired = (name: string, file: string): boolean =>
  wordsOf(name).some(
    (word) => RETIRED.has(word) || (PRODUCT.test(file) && RETIRED_IN_PRODUCT.has(word)),
  );

function identifiersOf(file: string): readonly string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    false,
    kind,
  );
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}

it('no file and no identifier has a name of the house’s own where the field has one', () => {
  const files = ['renderer', 'electron', 'scripts', 'studio', 'tests']
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('renderer/ui/'));
  expect(files.length).toBeGreaterThan(500);
  const named = files.filter((file) => isRetired(file, file));
  const identifiers = files.flatMap((file) =>
    identifiersOf(file)
      .filter((name) => isRetired(name, file) && !ALLOWED.has(name))
      .map((name) => `${name} in ${file}`),
  );
  expect([...named, ...identifiers]).toEqual([]);
}, 60_000);

describe('a reference to a document or a file', () => {
  const documents = [
    ...readdirSync('.').filter((name) => name.endsWith('.md')),
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  ];
  const matches = (text: string, pattern: RegExp): string[] =>
    Array.from(text.matchAll(pattern), ([, found = '']) => found);

  it('in a document leads to one that is there', () => {
    expect(documents.length).toBeGreaterThan(15);
    const missing = documents.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const links = matches(text, /\]\(([^)#:\s]+)(?:#[^)]*)?\)/g).map((to) =>
        join(dirname(file), to),
      );
      const paths = matches(text, /`((?:renderer|electron|scripts|docs)\/[\w./-]+\.\w+)`/g);
      return [...links, ...paths].filter((to) => !existsSync(to)).map((to) => `${to} in ${file}`);
    });
    expect(missing).toEqual([]);
  });

  it('in a comment names none that isn’t there', () => {
    const files = ['renderer', 'electron', 'scripts', 'studio'].flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' })
        .map((path) => join(room, path))
        .filter((file) => /\.(tsx?|css)$/.test(file)),
    );
    const missing = files.flatMap((file) =>
      matches(readFileSync(file, 'utf8').replace(/https?:\S+/g, ''), /\b([A-Za-z][\w/-]*\.md)\b/g)
        .filter((name) => ![name, join('docs', name), join(dirname(file), name)].some(existsSync))
        .map((name) => `${name} in ${file}`),
    );
    expect(missing).toEqual([]);
  });
});
