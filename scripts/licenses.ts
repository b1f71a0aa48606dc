// `npm run licenses`: lists the licenses of the packages that become part of the product (with `-- --all` of the tools as well), and
// checks package-lock.json against scripts/dependency-rules.ts. Needs no network.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { licenseList, problemsOf, type AllowScripts, type LockedPackages } from './dependency-rules.ts';
import { report } from './failure.ts';
import { root } from './root.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

try {
  const { packages } = read('package-lock.json') as { readonly packages: LockedPackages };
  const { allowScripts = {} } = read('package.json') as { readonly allowScripts?: AllowScripts };
  for (const line of licenseList(packages, process.argv.includes('--all'))) console.log(line);
  const problems = problemsOf(packages, allowScripts);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log(`\nThe ${Object.keys(packages).length - 1} packages of package-lock.json keep to the rules.`);
} catch (error) {
  report(error);
}
