// Mutation testing of the shipped sync code: npm run mutants -- --sample 100. See scripts/mutants/options.ts for all options.
import { runBundled } from '../run-bundled.ts';

process.exitCode = await runBundled('scripts/mutants/main.ts');
