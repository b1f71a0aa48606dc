// Measures how much the product carries, and that it stays exact: npm run scale -- [POINT…] [--write].
import { runBundled } from './run-bundled.ts';

process.exitCode = await runBundled('scripts/scale/main.ts');
