// `npm test`: runs every suite, then prints `N passed, N failed` alone on the last line. Arguments go to vitest (`npm test --
// test/domain`).
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from './chromium.mjs';
import { root, tool } from './root.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'test-'));
/** The browser suite runs last and alone: it measures user-visible waiting times, and the machine may be small. */
const SUITES = [['domain', 'sandbox', 'workers', 'compat', 'web', 'storm'], ['browser']];

function vitest(projects, report, more, env) {
  const args = ['run', ...projects.flatMap((name) => ['--project', name]), '--passWithNoTests', '--reporter=default', '--reporter=json'];
  return new Promise((resolve, reject) => {
    const child = spawn(tool('vitest'), [...args, `--outputFile.json=${report}`, ...more], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        ...env,
        CLOUDFLARE_CF_FETCH_ENABLED: 'false',
        WRANGLER_SEND_METRICS: 'false',
        VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
      },
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Returns the result of one run. A suite that failed before its tests ran counts as one failure; otherwise it would look like success. */
function outcome(report, code) {
  let result = { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  try {
    result = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    // No report; counted below.
  }
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  const failed = result.numFailedTests + broken.length;
  return { passed: result.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
}

let passed = 0;
let failed = 0;
try {
  for (const [index, projects] of SUITES.entries()) {
    const report = join(scratch, `${index}.json`);
    const env = projects.includes('browser') ? { CHROME_PATH: chromium() } : {};
    const result = outcome(report, await vitest(projects, report, process.argv.slice(2), env));
    passed += result.passed;
    failed += result.failed;
  }
} catch (error) {
  console.error(error.message);
  failed += 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (failed > 0 || passed === 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed`);
