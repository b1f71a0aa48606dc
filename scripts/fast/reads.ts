/** A use of files that no import statement shows: a test reads or starts them. */
interface Use {
  /** The files in use. */
  readonly files: RegExp;
  /** The modules that use them: tests, or what tests import. */
  readonly by: RegExp;
}

/** A module name that stands for the Worker under test and the sandbox beside it. */
export const RUNTIME = 'cloudflare:test';

/** Files that every test depends on. */
export const EVERYTHING =
  /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig\.base\.json|scripts\/suites\.ts|test\/support\/fail-on-noise\.ts)$/u;

/** Programs that tests bundle or start by their path, beside the test files themselves. */
export const PROGRAMS: Readonly<Record<string, RegExp>> = {
  'scripts/start.ts': /^scripts\/app-process\.ts$/u,
  'scripts/host.ts': /^scripts\/app-process\.ts$/u,
  'vite.config.ts': /^scripts\/host\.ts$/u,
  'src/web/main.tsx': /^scripts\/host\.ts$/u,
  'src/worker/index.ts': /^(cloudflare:test|scripts\/host\.ts)$/u,
  'sandbox/index.ts':
    /^(cloudflare:test|scripts\/host\.ts|test\/clients\/running-sandbox\.ts|test\/clients\/sandbox-restart\.node\.test\.ts)$/u,
  'scripts/contract/main.ts': /^test\/clients\/contract-command\.node\.test\.ts$/u,
  'scripts/sim/main.ts': /^scripts\/mutants\/hunt-patches\.ts$/u,
  'scripts/sim/object/main.ts': /^scripts\/sim\/bundle-object\.ts$/u,
};

export const USES: readonly Use[] = [
  { files: /^(wrangler\.toml|sandbox\/wrangler\.toml|migrations\/.*|src\/web\/.*)$/u, by: /^scripts\/host\.ts$/u },
  { files: /^scripts\/bootstrap\.mjs$/u, by: /^scripts\/app-process\.ts$/u },
  {
    files: /^(wrangler\.toml|migrations\/.*|test\/support\/(workers-pool|apply-migrations)\.ts|scripts\/local-values\.ts)$/u,
    by: /^cloudflare:test$/u,
  },
  { files: /^sandbox\/(wrangler\.toml|.*\.(graphql|json|txt))$/u, by: /^(cloudflare:test|test\/clients\/|test\/schemas\/)/u },
  {
    files: /^migrations\//u,
    by: /^test\/tools\/(migrations|customers|object-sim.*)\.test\.ts$|^test\/object\/rival-histories\.test\.ts$/u,
  },
  { files: /^proto\//u, by: /^virtual:second-client$/u },
  { files: /^(proto\/|buf\.yaml|CHANGELOG\.md|test\/fixtures\/release\/)/u, by: /^test\/tools\/protocol-break\.test\.ts$/u },
  { files: /^(migrations\/|test\/fixtures\/(migrations|data\/dump)\.json)/u, by: /^test\/object\/\w+-migrations\.test\.ts$/u },
  { files: /^test\/support\/second-client-plugin\.ts$/u, by: /^virtual:second-client$/u },
  { files: /^(docs\/(spec\/|coverage\.md)|src\/|test\/)/u, by: /^test\/tools\/coverage\.test\.ts$/u },
  { files: /^(docs\/security\.md|test\/.*\.test\.tsx?)$/u, by: /^test\/tools\/security-page\.test\.ts$/u },
  { files: /^src\/(worker|db|platforms|durable|domain)\//u, by: /^test\/tools\/account-scope\.test\.ts$/u },
  { files: /^src\/web\/(public\/_headers|index\.html)$/u, by: /^test\/tools\/page-headers\.test\.ts$/u },
  { files: /^scripts\/bootstrap\.mjs$/u, by: /^test\/tools\/dependencies\.test\.ts$/u },
  { files: /^/u, by: /^test\/tools\/secrets\.test\.ts$/u },
  { files: /^src\/web\/.*\.tsx?$/u, by: /^test\/tools\/texts\.test\.ts$/u },
  { files: /^test\/fixtures\/webhooks\//u, by: /^test\/support\/webhook-samples\.ts$/u },
  { files: /^test\/fixtures\/square\//u, by: /^test\/schemas\/square-bodies\.node\.test\.ts$/u },
  { files: /^(README\.md|docs\/(deploy|operations)\.md|scripts\/docs\/.*)$/u, by: /^test\/tools\/documents\.test\.ts$/u },
  { files: /^(README\.md|docs\/deploy\.md|\.dev\.vars\.example|wrangler\.toml)$/u, by: /^test\/tools\/button\.test\.ts$/u },
  { files: /^(docs\/operations\.md|wrangler\.toml)$/u, by: /^test\/tools\/deploy\.test\.ts$/u },
  { files: /^(\.oxlintrc\.json|\.oxlint-rules\.mjs)$/u, by: /^test\/tools\/lint-rules\.test\.ts$/u },
  { files: /^scripts\/sim\//u, by: /^test\/(tools\/object-sim|object\/rival-histories)\.test\.ts$/u },
  { files: /^scripts\/sandbox\//u, by: /^test\/clients\/load-products\.node\.test\.ts$/u },
  { files: /^(wrangler\.toml|scripts\/(customers|data-folder|root)\.ts)$/u, by: /^test\/tools\/customers\.test\.ts$/u },
  // The text that a defect replaces is in the file that it is planted in.
  { files: /^src\//u, by: /^test\/tools\/mutants\.test\.ts$/u },
];

/** Single tests that take longer than the whole command may: simulations, planted defects, and tools that build. */
export const SLOW = /^test\/(tools\/(object-sim.*|patches|customers)|object\/rival-histories|domain\/sync\/(histories|model))\.test\.ts$/u;
