import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Calls `use` with the path of a file that has these secrets, as wrangler takes them. It exists only meanwhile, even if this command is stopped. */
export async function withSecretsFile<T>(secrets: Readonly<Record<string, string | null>>, use: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const file = join(folder, 'secrets.json');
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
    return await use(file);
  } finally {
    process.off('exit', remove);
    remove();
  }
}
