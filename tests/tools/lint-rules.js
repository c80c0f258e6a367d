/** The project's own lint rules. */

/**
 * A swallowed rejection must be logged (`noted(place)`) or have its reason in a comment: in the
 * handler, at its end, or on the line before the statement.
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
    /** The line before the statement that contains a node. */
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

/** The names in the braces of an import are in order: values, then types, each by the alphabet. */
const sortedMembers = {
  meta: {
    type: 'layout',
    fixable: 'code',
    schema: [],
    messages: { unsorted: 'Sort these names: values, then types.' },
  },
  create(context) {
    const { sourceCode } = context;
    const name = ({ local }) => local.name;
    const isType = ({ importKind }) => Number(importKind === 'type');
    return {
      ImportDeclaration({ specifiers }) {
        const members = specifiers.filter(({ type }) => type === 'ImportSpecifier');
        const sorted = members.toSorted(
          (one, other) => isType(one) - isType(other) || alphabet.compare(name(one), name(other)),
        );
        const first = members.findIndex((member, at) => member !== sorted[at]);
        if (first < 0) return;
        context.report({
          node: members[first],
          messageId: 'unsorted',
          fix: (fixer) =>
            members.map((member, at) => fixer.replaceText(member, sourceCode.getText(sorted[at]))),
        });
      },
    };
  },
};

const alphabet = new Intl.Collator('en', { numeric: true, caseFirst: 'upper' });

export default {
  meta: { name: 'likeness' },
  rules: { 'no-silent-catch': noSilentCatch, 'sorted-members': sortedMembers },
};
