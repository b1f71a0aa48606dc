// Who may import whom. The picture is in docs/architecture.md.
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(src|sandbox|scripts|test)/', pathNot: allowed },
});

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or three.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'Every import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(cloudflare|virtual):' },
    },
    only('domain-is-pure', 'The domain imports nothing but itself.', '^src/domain/', '^src/domain/'),
    {
      name: 'domain-without-packages',
      comment: 'The domain imports no package and nothing of the platform.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { pathNot: '^src/domain/' },
    },
    only('platforms-over-domain', "The platforms' clients know the domain alone.", '^src/platforms/', '^src/(domain|platforms)/'),
    only(
      'durable-over-platforms',
      'The account object knows the domain and the platforms.',
      '^src/durable/',
      '^src/(domain|platforms|durable)/',
    ),
    only(
      'object-by-its-stub',
      'The Worker reaches an account object through its typed stub alone; its entry exports the class.',
      '^src/worker/(?!index[.]ts$|context[.]ts$)',
      '^src/(domain|platforms|worker)/|^src/durable/(rpc|api|hand-api|edits-api|operator-api|health-api)[.]ts$|^src/gen/',
    ),
    only(
      'worker-entry',
      'The Worker knows everything but the page.',
      '^src/worker/(index|context)[.]ts$',
      '^src/(domain|platforms|durable|worker|gen)/',
    ),
    {
      name: 'messages-stop-at-the-door',
      comment: 'Generated messages are for the remote-call services and for the page.',
      severity: 'error',
      from: { path: '^(src|sandbox)/', pathNot: '^src/(gen|web|worker/rpc)/' },
      to: { path: '^src/gen/' },
    },
    only('web-alone', 'The page knows the domain and the generated clients.', '^src/web/', '^src/(web|domain|gen)/'),
    {
      name: 'features-apart',
      comment: 'One feature never imports another; the shell is what they stand in.',
      severity: 'error',
      from: { path: '^src/web/features/([^/]+)/' },
      to: { path: '^src/web/features/', pathNot: '^src/web/features/$1/' },
    },
    {
      name: 'shared-below-features',
      comment: 'What features share knows none of them.',
      severity: 'error',
      from: { path: '^src/web/(components|rpc|state|styles)/' },
      to: { path: '^src/web/features/' },
    },
    only('sandbox-apart', "The sandbox speaks the platforms' protocols and knows nothing of the product.", '^sandbox/', '^sandbox/'),
    {
      name: 'product-without-test-code',
      comment: 'Shipped code imports neither tests nor scripts.',
      severity: 'error',
      from: { path: '^(src|sandbox)/' },
      to: { path: '^(test|scripts)/' },
    },
    {
      name: 'shipped-packages-only',
      comment: 'What ships depends on `dependencies`; the sandbox is never deployed.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '/@types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules|[.]wrangler)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['workerd', 'worker', 'browser', 'import', 'types', 'default'] },
  },
};
