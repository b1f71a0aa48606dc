// Measures the product against its budgets: npm run bench -- [--json].
import { runBundled } from './run-bundled.ts';

process.exitCode = await runBundled('scripts/bench/main.ts');
