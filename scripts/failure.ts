/** Returns the message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns the code of a system error, as in `ENOENT`; '' when it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Ends this command with its failure: prints the message and sets the exit code. */
export function report(error: unknown): void {
  console.error(messageOf(error));
  process.exitCode = 1;
}
