// Measures the product against its budgets: npm run bench -- [--json].
import { runBundled } from './run-bundled.mjs';

process.exitCode = await runBundled('scripts/bench/main.ts');
