// Two rules of our own: expected failures are values in the domain, and whoever silences the linter says why.

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

export default { meta: { name: 'shelfbridge' }, rules: { 'no-throw': noThrow, 'disable-reason': disableReason } };
