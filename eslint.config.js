import hooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/**
 * A rejection that nobody looks at is noted in the log (`noted(place)`), or has its reason in a
 * comment: in the handler, at its end, or on the line before the statement.
 */
const noSilentCatch = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      silent: 'Note this failure by noted(place), or say in a comment why nobody has to know.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const lines = new Set();
    const said = (from, to) => {
      for (let line = from; line <= to; line++) if (lines.has(line)) return true;
      return false;
    };
    const check = (handler, first) => {
      const { start, end } = handler.loc;
      if (!said(Math.min(first, start.line), end.line))
        context.report({ node: handler, messageId: 'silent' });
    };
    /** The line before the statement that a node is part of. */
    const before = (node) => {
      const statement = sourceCode
        .getAncestors(node)
        .findLast(({ type }) => /Statement$|Declaration$/.test(type) && type !== 'BlockStatement');
      return (statement ?? node).loc.start.line - 1;
    };
    return {
      Program() {
        for (const { loc } of sourceCode.getAllComments())
          for (let line = loc.start.line; line <= loc.end.line; line++) lines.add(line);
      },
      CatchClause(node) {
        if (!node.param) check(node, node.loc.start.line);
      },
      CallExpression(node) {
        const name = node.callee.type === 'MemberExpression' && node.callee.property.name;
        const handler =
          name === 'catch' ? node.arguments[0] : name === 'then' ? node.arguments[1] : undefined;
        if (handler?.type === 'ArrowFunctionExpression' && handler.params.length === 0)
          check(handler, before(node));
      },
    };
  },
};

export default defineConfig(
  globalIgnores([
    'out/',
    'node_modules/',
    '.likeness/',
    'tests/results/',
    'resources/',
    '**/*.cjs',
    'renderer/public/',
    'stubs/',
  ]),
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['eslint.config.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { 'react-hooks': hooks },
    rules: {
      ...hooks.configs.recommended.rules,
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'separate-type-imports' },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
      'no-restricted-exports': [
        'error',
        {
          restrictDefaultExports: {
            direct: true,
            named: true,
            defaultFrom: true,
            namedFrom: true,
            namespaceFrom: true,
          },
        },
      ],
      // Every request goes through the request port, whose ledger the user can read.
      'no-restricted-globals': [
        'error',
        'fetch',
        'XMLHttpRequest',
        'WebSocket',
        'EventSource',
        'alert',
        'confirm',
        'prompt',
      ],
    },
  },
  {
    files: ['**/*.config.ts', '**/*.config.js'],
    rules: { 'no-restricted-exports': 'off' },
  },
  { files: ['eslint.config.js'], extends: [tseslint.configs.disableTypeChecked] },
  {
    files: ['tests/**', 'scripts/**', 'electron/**', '**/*.test.ts'],
    // Playwright's fixtures call their callback `use`, which is no hook.
    rules: {
      'no-restricted-globals': 'off',
      'no-console': 'off',
      'react-hooks/rules-of-hooks': 'off',
    },
  },
  {
    files: ['renderer/platform/requests.ts', 'renderer/engine/worker/**'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    files: ['renderer/**', 'electron/**'],
    ignores: ['**/*.test.*'],
    plugins: { likeness: { rules: { 'no-silent-catch': noSilentCatch } } },
    rules: { 'likeness/no-silent-catch': 'error' },
  },
);
