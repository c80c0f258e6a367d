import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Private words that the field's own replaced; docs/glossary.md has those in use. */
const RETIRED = new Set(
  `sitting sittings sitter sitters witness mishap mishaps wish wishes shelf tray keyring arrivals
  standing course carry carrying world story stories happening`.split(/\s+/),
);
/** Other people's names, and a carry as arithmetic has it. */
const ALLOWED = new Set(['exposeInMainWorld', 'carry renderer/core/base58.ts']);

const wordsOf = (name: string): readonly string[] =>
  name.split(/(?=[A-Z][a-z])|[^A-Za-z]+/).map((word) => word.toLowerCase());
const isRetired = (name: string): boolean => wordsOf(name).some((word) => RETIRED.has(word));

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
  const files = ['renderer', 'electron', 'scripts', 'tests']
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('renderer/ui/'));
  expect(files.length).toBeGreaterThan(500);
  const named = files.filter(isRetired);
  const identifiers = files.flatMap((file) =>
    identifiersOf(file)
      .filter((name) => isRetired(name) && !ALLOWED.has(name) && !ALLOWED.has(`${name} ${file}`))
      .map((name) => `${name} in ${file}`),
  );
  expect([...named, ...identifiers]).toEqual([]);
}, 60_000);
