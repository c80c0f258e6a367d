import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatter } from '@lingui/format-po';
import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';

import { tieMeasures } from './i18n/isolate.ts';
import { DEFAULT_LOCALE, directionOf, TRANSLATED_LOCALES, type Locale } from './i18n/locales.ts';

/** What a page needs of a message: its text, or its parts if it has placeholders. */
type Compiled = string | CompiledMessage;

function compile(message: string, isolated = false): Compiled {
  const parts = compileMessage(tieMeasures(message, isolated));
  return parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts;
}

/** Reads and writes catalogues. Line numbers would change them with every edit of the source. */
export const PO = formatter({ explicitIdAsDefault: true, lineNumbers: false });

export const catalogueFile = (locale: Locale): string =>
  fileURLToPath(new URL(`./i18n/catalogues/${locale}.po`, import.meta.url));

/** The messages of a language that are translated, by their English text. */
export async function readCatalogue(locale: Locale): Promise<Record<string, string>> {
  const filename = catalogueFile(locale);
  if (!existsSync(filename)) return {};
  const catalogue = await PO.parse(readFileSync(filename, 'utf8'), {
    locale,
    sourceLocale: DEFAULT_LOCALE,
    filename,
  });
  return Object.fromEntries(
    Object.entries(catalogue).flatMap(([id, { translation }]) =>
      translation ? [[id, translation]] : [],
    ),
  );
}

/** The same, as a page needs them. */
export const readMessages = async (locale: Locale): Promise<Record<string, Compiled>> =>
  Object.fromEntries(
    Object.entries(await readCatalogue(locale)).map(([id, text]) => [
      id,
      compile(text, directionOf(locale) === 'rtl'),
    ]),
  );

const textOf = (node: ESTree.Node | null | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string'
    ? node.value
    : node?.type === 'TemplateLiteral' && node.expressions.length === 0
      ? (node.quasis[0]?.value.cooked ?? undefined)
      : undefined;

/** A message in the source: the literal of `t('…')`, or the attribute `<Trans id="…">`. */
interface Found {
  readonly message: string;
  readonly kind: 'call' | 'attribute';
  /** What it stands in, innermost first: ['aria-label', 'Button', 'div']. */
  readonly within: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** The messages of a module, in its order. */
export function messagesIn(filename: string, code: string): readonly Found[] {
  const found: Found[] = [];
  const within: string[] = [];
  const leave = (): void => void within.shift();
  const nameOf = ({ start, end }: ESTree.Node): string =>
    code.slice(start, end).replaceAll(/['"`]/g, '');
  const add = (kind: Found['kind'], text: ESTree.Node | null | undefined, at: ESTree.Node) => {
    const message = textOf(text);
    if (message !== undefined)
      found.push({ message, kind, within: [...within], start: at.start, end: at.end });
  };
  new Visitor({
    JSXElement: ({ openingElement }) => void within.unshift(nameOf(openingElement.name)),
    'JSXElement:exit': leave,
    JSXAttribute: ({ name }) => void within.unshift(nameOf(name)),
    'JSXAttribute:exit': leave,
    Property: ({ key }) => void within.unshift(nameOf(key)),
    'Property:exit': leave,
    CallExpression({ callee, arguments: [id] }) {
      if (id && callee.type === 'Identifier' && callee.name === 't') add('call', id, id);
    },
    JSXOpeningElement({ name, attributes }) {
      if (name.type !== 'JSXIdentifier' || name.name !== 'Trans') return;
      for (const attribute of attributes)
        if (attribute.type === 'JSXAttribute' && attribute.name.name === 'id')
          add(
            'attribute',
            attribute.value?.type === 'JSXExpressionContainer'
              ? attribute.value.expression
              : attribute.value,
            attribute,
          );
    },
  }).visit(parseSync(filename, code).program);
  return found;
}

/**
 * Compiles the messages of a module that have placeholders, so that a page needs no parser:
 * `t('Save {name}', …)` becomes `t({ id: 'Save {name}', message: ['Save ', ['name']] }, …)`,
 * and `<Trans id="…" />` gets its `message` too.
 * @returns undefined if there is nothing to compile
 */
export function compileMessages(filename: string, code: string): string | undefined {
  const edits = messagesIn(filename, code).flatMap(({ message, kind, start, end }) => {
    const compiled = compile(message);
    if (compiled === message) return [];
    const parts = JSON.stringify(compiled);
    return kind === 'call'
      ? [{ start, end, text: `{ id: ${JSON.stringify(message)}, message: ${parts} }` }]
      : [{ start: end, end, text: ` message={${parts}}` }];
  });
  if (edits.length === 0) return undefined;
  return edits
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
}

/** For workers and the main process too: compiles the messages in the source of a build. */
export const compiledMessages = (): Plugin => ({
  name: 'likeness:compiled-messages',
  apply: 'build',
  enforce: 'pre',
  config: () => ({ define: { __MESSAGES_ARE_COMPILED__: 'true' } }),
  transform: {
    filter: { id: /[\\/](renderer|electron)[\\/].*\.tsx?$/, code: /\bt\(|<Trans\b/ },
    handler(code, id) {
      const compiled = compileMessages(id.replace(/\?.*/, ''), code);
      return compiled === undefined ? undefined : { code: compiled, map: null };
    },
  },
});

/** Address of a language's messages. */
const ADDRESS = /^\/messages\/([\w-]+)\.json$/;

/**
 * Serves or writes `/messages/de.json` and so on, names the languages to the page, and leaves the
 * page's entry to `boot.js`, which loads the language first.
 */
export const messageFiles = (): Plugin => ({
  name: 'likeness:messages',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const locale = TRANSLATED_LOCALES.find((one) => one === ADDRESS.exec(request.url ?? '')?.[1]);
      if (!locale) {
        next();
        return;
      }
      readMessages(locale).then((messages) => {
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(messages));
      }, next);
    });
  },
  async generateBundle() {
    for (const locale of TRANSLATED_LOCALES)
      this.emitFile({
        type: 'asset',
        fileName: `messages/${locale}.json`,
        source: JSON.stringify(await readMessages(locale)),
      });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html) => ({
      html: html.replace(
        /<script type="module"( crossorigin)? src="([^"]+app[^"]+|\/assets\/[^"]+)"><\/script>/,
        '<link rel="likeness-entry"$1 href="$2" />',
      ),
      tags: [
        {
          tag: 'meta',
          attrs: {
            name: 'likeness-languages',
            content: TRANSLATED_LOCALES.join(' '),
            'data-from-the-right': TRANSLATED_LOCALES.filter(
              (locale) => directionOf(locale) === 'rtl',
            ).join(' '),
          },
          injectTo: 'head-prepend',
        },
      ],
    }),
  },
});
