// Rules of our own: expected failures are values in the domain, texts of screens stand in catalogs, and disabling a rule takes a reason.

const noThrow = {
  meta: { docs: { description: 'The domain returns failures as values; it never throws.' } },
  create: (context) => ({
    ThrowStatement(node) {
      context.report({ node, message: 'Return a Result instead: expected failures are values in the domain.' });
    },
  }),
};

const DISABLE = /^\s*(?:eslint|oxlint)-disable/u;
const REASON = /\s--\s+\S{2,}/u;

const disableReason = {
  meta: { docs: { description: 'A comment that disables a rule gives its reason after ` -- `.' } },
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (DISABLE.test(comment.value) && !REASON.test(comment.value)) {
          context.report({ node: comment, message: 'Give the reason after ` -- `.' });
        }
      }
    },
  }),
};

const LETTER = /\p{L}/u;
/** Attributes that people read or hear. */
const READ_ALOUD = new Set([
  'alt',
  'aria-label',
  'cancelLabel',
  'description',
  'heading',
  'hint',
  'label',
  'message',
  'note',
  'placeholder',
  'title',
]);

/** The constant texts that an expression may show. */
function constantsOf(node) {
  switch (node?.type) {
    case 'JSXExpressionContainer':
      return constantsOf(node.expression);
    case 'ConditionalExpression':
      return [...constantsOf(node.consequent), ...constantsOf(node.alternate)];
    case 'LogicalExpression':
      return constantsOf(node.right);
    case 'Literal':
      return typeof node.value === 'string' ? [{ node, text: node.value }] : [];
    case 'TemplateLiteral':
      return node.quasis.map((part) => ({ node, text: part.value.cooked ?? '' }));
    default:
      return [];
  }
}

const noScreenText = {
  meta: { docs: { description: 'Texts of a screen stand in its *.text.ts, where they can be reviewed and translated.' } },
  create: (context) => {
    const report = (node) => context.report({ node, message: 'Move this text to the catalog of its feature (*.text.ts).' });
    const check = (value) => {
      const found = constantsOf(value).find(({ text }) => LETTER.test(text));
      if (found !== undefined) report(found.node);
    };
    return {
      JSXText(node) {
        if (LETTER.test(node.value)) report(node);
      },
      JSXExpressionContainer(node) {
        if (node.parent.type === 'JSXElement' || node.parent.type === 'JSXFragment') check(node);
      },
      JSXAttribute(node) {
        if (READ_ALOUD.has(node.name.name)) check(node.value);
      },
    };
  },
};

export default {
  meta: { name: 'shelfbridge' },
  rules: { 'no-throw': noThrow, 'disable-reason': disableReason, 'no-screen-text': noScreenText },
};
