import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

import { root, tool, toolEnv } from '../root.ts';
import { CONFIG_FILE } from './production-config.ts';

/** How wrangler fails where the network does: its own words and those of Node beneath it. */
const NO_NETWORK = /likely due to a connectivity issue|fetch failed|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT/u;

/** How wrangler fails where the login may not do what was asked. */
const NO_RIGHT = /\[code: (?:10000|9109)\]/u;

/** A run of wrangler that failed. */
export class WranglerFailure extends Error {
  /** Everything it printed. */
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

/** Returns what of wrangler's output a person needs: its error lines, without banners, hints about logs, and advertisements. */
function reasonIn(output: string): string {
  const lines = stripVTControlCharacters(output).split('\n');
  const from = lines.findIndex((line) => line.includes('[ERROR]'));
  // After a refusal wrangler lists everything that it knows of the login.
  const login = lines.findIndex((line) => line.startsWith('📎'));
  const kept = lines
    .slice(from === -1 ? 0 : from, login === -1 ? undefined : login)
    .map((line) => line.replace('✘ [ERROR]', '').trim())
    .filter((line) => line !== '' && !/^(?:⛅️|─+$|🪵|If you think this is a bug|Note that there is a newer|To learn more)/u.test(line));
  return kept.slice(0, 12).join('\n');
}

function reasonOf(args: readonly string[], code: number | null, printed: string): string {
  const reason = reasonIn(printed) || `wrangler ${args.join(' ')} exited with ${code}`;
  const what = args.slice(0, 2).join(' ');
  return NO_RIGHT.test(printed)
    ? `${reason}\nThe login has no right to \`${what}\`: docs/deploy.md, step 2, names what a token needs`
    : reason;
}

/** How wrangler is run. */
interface Options {
  /** Shows the output as it comes, as well as returning it. */
  readonly show?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Runs wrangler without questions and returns what it printed on standard output. Throws `WranglerFailure` when it fails, with a plain reason
 * when the network does.
 */
export function wrangler(args: readonly string[], { show = false, env = {} }: Options = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool('wrangler'), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...toolEnv(), WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', ...env },
    });
    let printed = '';
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      printed += chunk.toString();
      if (show) process.stdout.write(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else if (NO_NETWORK.test(printed)) {
        reject(new WranglerFailure('Cloudflare cannot be reached; check the network connection (and a proxy or firewall in it)', printed));
      } else reject(new WranglerFailure(reasonOf(args, code, printed), printed));
    });
  });
}

/** The option that names the production configuration. */
export const WITH_CONFIG = ['--config', CONFIG_FILE] as const;
