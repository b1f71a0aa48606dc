// What the commands' lines have in common: `--help`, and what Node says about wrong options.
import { codeOf, messageOf } from '../failure.ts';

/** Prints `usage` and returns true where the command line asks for help, whatever else is in it. */
export function showedHelp(args: readonly string[], usage: string): boolean {
  const isAsked = args.includes('--help') || args.includes('-h');
  if (isAsked) console.log(usage);
  return isAsked;
}

/** Returns what `parse` (a call of `parseArgs`) reads; throws with what is wrong with the command line, and where its options are listed. */
export function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!codeOf(error).startsWith('ERR_PARSE_ARGS_')) throw error;
    // Node's advice about positional arguments misleads: these commands take none that start with a hyphen.
    const reason = messageOf(error).replace(/\. To specify a positional argument[\s\S]*$/u, '');
    throw new Error(`${reason.replace(/\.$/u, '')}; --help lists the options`, { cause: error });
  }
}

/** Returns the port of the local app, from PORT as given to npm start; throws when it is no port. */
export function localPort(): number {
  const given = process.env['PORT'] || '8787';
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1024 || port > 65_533) throw new Error(`PORT must be a number from 1024 to 65533, not '${given}'`);
  return port;
}

/**
 * Returns whether a command is to change nothing. `npm run setup --dry-run`, without the `--` before the option, hands it to npm alone, which sets this
 * variable: who asks for a dry run gets one.
 */
export function isDryRun(option: boolean | undefined, env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return option === true || env['npm_config_dry_run'] === 'true';
}
