// The deterministic simulation of the sync algorithm: npm run sim -- --histories N --seed S [--mutant NAME].
import { runBundled } from './run-bundled.mjs';

process.exitCode = await runBundled('scripts/sim/main.ts');
