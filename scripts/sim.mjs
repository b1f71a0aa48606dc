// Runs the deterministic simulations: npm run sim -- --histories N --seed S simulates the engine; with --object, the whole account object.
import { runBundled } from './run-bundled.mjs';

if (process.argv.includes('--object')) await import('./sim/object/run.mjs');
else process.exitCode = await runBundled('scripts/sim/main.ts');
