import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/**
 * Retired words of our own, which the field's terms replaced; docs/glossary.md lists the current
 * ones.
 */
const RETIRED = new Set(
  `sitting sittings sitter sitters witness mishap mishaps wish wishes shelf tray keyring arrivals
  standing course carry carrying world story stories happening way ways easel harmless desk disk
  planted patience patiently tell tells told untold hear hears news looking looked
  develop develops developed carries carried`.split(/\s+/),
);
/**
 * Words that comments and test titles avoid as well; the other retired ones are plain English
 * there.
 */
const NEVER =
  /\b(sittings?|sitters?|witness(es)?|mishaps?|keyring|easel|desk|planted|patience|(is|are|was|be) told(?! (off|apart))|tells? of|stor(y|ies))\b/i;
/** Phrases that a name may contain; a disk that is one. */
const PHRASES = /(Under|OnIts|onIts|Both)Ways?|InMainWorld|files\.disk/g;
/** A name in a string: a place in the log, a channel, a key of what is stored. */
const KEY = /^[a-z][\w-]*(\.[\w-]+)+$/i;
const ROOMS = ['renderer', 'engine-host', 'electron', 'sandbox', 'scripts', 'studio', 'tests'];

const isRetired = (name: string): boolean =>
  name
    .replace(PHRASES, '')
    .split(/(?=[A-Z][a-z])|[^A-Za-z]+/)
    .some((word) => RETIRED.has(word.toLowerCase()));

/** Paths of a folder's files whose names match the ending; results change while the tests run. */
const filesOf = (room: string, ending: RegExp): readonly string[] =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path) && !path.startsWith('results/'))
    .map((path) => join(room, path));

const TEST_CALLS = new Set(['it', 'test', 'describe', 'base', 'step', 'bench']);

/** The names that a file uses, and its comments and test titles. */
function readSource(
  file: string,
  text: string,
): { names: ReadonlySet<string>; prose: readonly string[] } {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const names = new Set<string>();
  const prose = Array.from(text.matchAll(/^\s*(?:\/?\*|\/\/).*$|\s\/\/ .*$/gm), ([line]) => line);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text);
    if (ts.isStringLiteral(node) && KEY.test(node.text)) names.add(node.text);
    if (ts.isCallExpression(node) && isTestCall(node.expression)) {
      const [title] = node.arguments;
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        prose.push(text.slice(title.pos, title.end));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { names, prose };
}

/** `it(…)`, `test.step(…)`, `it.each(…)(…)` and the like. */
function isTestCall(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return TEST_CALLS.has(node.text);
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node))
    return isTestCall(node.expression);
  return ts.isTaggedTemplateExpression(node) && isTestCall(node.tag);
}

it('no file, name, comment or test title has a private word where the field has its own', () => {
  const paths = ROOMS.flatMap((room) => filesOf(room, /\.\w+$/)).filter(
    // The screens keep their own words. Failed tests leave files named after their titles.
    (file) => !/^(renderer\/ui|tests\/results)\//.test(file),
  );
  const sources = paths.filter((file) => /\.tsx?$/.test(file) && file !== 'tests/words.test.ts');
  expect(sources.length).toBeGreaterThan(1000);
  const found = sources.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    // Most files have none of these words at all, and needn't be parsed.
    if (!isRetired(text) && !NEVER.test(text)) return [];
    const { names, prose } = readSource(file, text);
    const words = [...names].filter(isRetired);
    return [...words, ...prose.filter((line) => NEVER.test(line))].map(
      (what) => `${what.trim()} in ${file}`,
    );
  });
  expect([...paths.filter(isRetired), ...found]).toEqual([]);
}, 60_000);

it.each([
  ['isUnderWay', false],
  ['exposeInMainWorld', false],
  ['plantedErrors', true],
  ['wayOut', true],
  ['#keyring', true],
  ['tests/support/patience.ts', true],
  ['desktop.arrivals', true],
  ['carry.look', true],
])('%s: retired %s', (name, retired) => {
  expect(isRetired(name)).toBe(retired);
});

describe('a reference to a document or a file', () => {
  const documents = [
    ...readdirSync('.').filter((name) => name.endsWith('.md')),
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  ];
  const matches = (text: string, pattern: RegExp): string[] =>
    Array.from(text.matchAll(pattern), ([, found = '']) => found);

  const sources = ROOMS.flatMap((room) => filesOf(room, /\.\w+$/));
  const names = new Set(sources.map((file) => basename(file)));
  /** Whether a file exists, given its path from the top, the end of its path, or its name. */
  const isThere = (file: string): boolean =>
    file.includes('/')
      ? existsSync(file) || sources.some((one) => one.endsWith(`/${file}`))
      : names.has(file);

  it('in a document leads to one that is there', () => {
    expect(documents.length).toBeGreaterThan(15);
    const missing = documents.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const links = matches(text, /\]\(([^)#:\s]+)(?:#[^)]*)?\)/g).map((to) =>
        join(dirname(file), to),
      );
      const named = matches(text, /`([\w./-]+\.(?:tsx?|css|md)|(?:[\w.-]+\/)+[\w.-]+\.json)`/g);
      const unknown = [
        ...links.filter((to) => !existsSync(to)),
        ...named.filter((to) => !isThere(to)),
      ];
      return unknown.map((to) => `${to} in ${file}`);
    });
    expect(missing).toEqual([]);
  });

  it('in a step of a walk names a function of the files of that step', () => {
    const steps = readFileSync('docs/architecture.md', 'utf8')
      .split('\n')
      .filter((line) => /^\d+\. /.test(line));
    expect(steps.length).toBeGreaterThan(40);
    const functions = steps.flatMap((line) => {
      const files = matches(line, /`([\w./-]+\.tsx?)`/g);
      const first = files[0] ?? '';
      const text = files
        .map((file) => (file.includes('/') ? file : join(dirname(first), file)))
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n');
      return matches(line, /`([A-Za-z]\w*)`/g).map((name) => ({
        step: `${name} in: ${line}`,
        isThere: new RegExp(`\\b${name}\\b`).test(text),
      }));
    });
    expect(functions.length).toBeGreaterThan(1);
    expect(functions.filter(({ isThere }) => !isThere).map(({ step }) => step)).toEqual([]);
  });

  it('to a decision is in their list, with its date', () => {
    const list = readFileSync('docs/decisions/README.md', 'utf8');
    const pages = readdirSync('docs/decisions').filter((name) => /^\d/.test(name));
    const unlisted = pages.filter(
      (name) => !new RegExp(`\\(${name}\\) \\|.*\\| 20\\d\\d-\\d\\d-\\d\\d \\|`).test(list),
    );
    expect(unlisted).toEqual([]);
  });

  it('in a comment names none that isn’t there', () => {
    // A test may name a document that it creates.
    const files = ROOMS.flatMap((room) => filesOf(room, /\.(tsx?|css)$/)).filter(
      (file) => !file.startsWith('tests/') || !file.endsWith('.test.ts'),
    );
    const missing = files.flatMap((file) =>
      matches(readFileSync(file, 'utf8').replace(/https?:\S+/g, ''), /\b([A-Za-z][\w/-]*\.md)\b/g)
        .filter((name) => ![name, join('docs', name), join(dirname(file), name)].some(existsSync))
        .map((name) => `${name} in ${file}`),
    );
    expect(missing).toEqual([]);
  });
});
