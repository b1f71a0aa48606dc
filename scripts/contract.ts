// `npm run contract`: asks a real development store and a Square sandbox seller everything that the product asks, and compares the answers
// with the sandbox's. See docs/contract.md.
import { report } from './failure.ts';
import { runBundled } from './run-bundled.ts';

try {
  process.exitCode = await runBundled('scripts/contract/main.ts');
} catch (error) {
  report(error);
}
