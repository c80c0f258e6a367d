import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatter } from '@lingui/format-po';
import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';

import { DEFAULT_LOCALE, LOCALES, type Locale } from './i18n/locales.ts';

/** What a page needs of a message: its text, or its parts if it has placeholders. */
type Compiled = string | CompiledMessage;

function compile(message: string): Compiled {
  const parts = compileMessage(message);
  return parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts;
}

/** The messages of a language that are translated, by their English text. */
export async function readMessages(locale: Locale): Promise<Record<string, Compiled>> {
  const filename = fileURLToPath(new URL(`./i18n/catalogues/${locale}.po`, import.meta.url));
  const catalogue = await formatter({ explicitIdAsDefault: true }).parse(
    readFileSync(filename, 'utf8'),
    { locale, sourceLocale: DEFAULT_LOCALE, filename },
  );
  return Object.fromEntries(
    Object.entries(catalogue).flatMap(([id, { translation }]) =>
      translation ? [[id, compile(translation)]] : [],
    ),
  );
}

const textOf = (node: ESTree.Node | null | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string'
    ? node.value
    : node?.type === 'TemplateLiteral' && node.expressions.length === 0
      ? (node.quasis[0]?.value.cooked ?? undefined)
      : undefined;

/**
 * Compiles the messages of a module that have placeholders, so that a page needs no parser:
 * `i18n.t('Save {name}', …)` becomes `i18n.t({ id: 'Save {name}', message: ['Save ', ['name']] }, …)`,
 * and `<Trans id="…" />` gets its `message` too.
 * @returns undefined if there is nothing to compile
 */
export function compileMessages(filename: string, code: string): string | undefined {
  const edits: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  const add = (message: string, from: number, to: number, write: (parts: string) => string) => {
    const compiled = compile(message);
    if (compiled !== message) edits.push({ from, to, text: write(JSON.stringify(compiled)) });
  };
  new Visitor({
    CallExpression({ callee, arguments: [id] }) {
      const message = textOf(id);
      if (
        id !== undefined &&
        message !== undefined &&
        callee.type === 'MemberExpression' &&
        callee.object.type === 'Identifier' &&
        callee.object.name === 'i18n' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 't'
      )
        add(
          message,
          id.start,
          id.end,
          (parts) => `{ id: ${JSON.stringify(message)}, message: ${parts} }`,
        );
    },
    JSXOpeningElement({ name, attributes }) {
      if (name.type !== 'JSXIdentifier' || name.name !== 'Trans') return;
      for (const attribute of attributes) {
        if (attribute.type !== 'JSXAttribute' || attribute.name.name !== 'id') continue;
        const value =
          attribute.value?.type === 'JSXExpressionContainer'
            ? attribute.value.expression
            : attribute.value;
        const message = textOf(value);
        if (message !== undefined)
          add(message, attribute.end, attribute.end, (parts) => ` message={${parts}}`);
      }
    },
  }).visit(parseSync(filename, code).program);
  if (edits.length === 0) return undefined;
  return edits
    .sort((one, other) => other.from - one.from)
    .reduce((text, { from, to, text: by }) => text.slice(0, from) + by + text.slice(to), code);
}

/** For workers and the main process too: compiles the messages in the source of a build. */
export const compiledMessages = (): Plugin => ({
  name: 'likeness:compiled-messages',
  apply: 'build',
  enforce: 'pre',
  config: () => ({ define: { __MESSAGES_ARE_COMPILED__: 'true' } }),
  transform: {
    filter: { id: /[\\/](renderer|electron)[\\/].*\.tsx?$/, code: /\bi18n\.t\(|<Trans\b/ },
    handler(code, id) {
      const compiled = compileMessages(id.replace(/\?.*/, ''), code);
      return compiled === undefined ? undefined : { code: compiled, map: null };
    },
  },
});

/** Address of a language's messages. */
const ADDRESS = /^\/messages\/([\w-]+)\.json$/;

const TRANSLATED = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);

/**
 * Serves or writes `/messages/de.json` and so on, names the languages to the page, and leaves the
 * page's entry to `boot.js`, which loads the language first.
 */
export const messageFiles = (): Plugin => ({
  name: 'likeness:messages',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const locale = TRANSLATED.find((one) => one === ADDRESS.exec(request.url ?? '')?.[1]);
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
    for (const locale of TRANSLATED)
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
          attrs: { name: 'likeness-languages', content: TRANSLATED.join(' ') },
          injectTo: 'head-prepend',
        },
      ],
    }),
  },
});
