// Judges the search for links by catalogs whose truth is known: npm run linking -- --shops N --seed S; with --csv FILE, by catalogs made of a shop's own exports.
import { runBundled } from './run-bundled.ts';

process.exitCode = await runBundled('scripts/linking/main.ts');
