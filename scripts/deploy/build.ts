// `npm run build`: builds the page into dist/web, and bundles the Worker as a deployment would. Needs no account and no network.
import { report } from '../failure.ts';
import { storedInstallation } from './installation.ts';
import { SAMPLE } from './production-config.ts';
import { buildPage, bundleOnly, say } from './steps.ts';

try {
  await buildPage();
  const output = await bundleOnly(storedInstallation() ?? SAMPLE);
  const size = output.split('\n').find((line) => line.includes('Total Upload')) ?? '';
  say(`The page is in dist/web. The Worker bundles: ${size.replace('Total Upload:', '').trim()}`);
} catch (error) {
  report(error);
}
