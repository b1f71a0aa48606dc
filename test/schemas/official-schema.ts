import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { buildClientSchema } from 'graphql';
import type { GraphQLSchema, IntrospectionQuery } from 'graphql';

import { isRecord, listAt, parseJson, textAt } from '../../src/platforms/json';

/** The package that ships Shopify's introspection. It is packed and never installed, because it pulls in 320 others. */
const PACKAGE = '@shopify/dev-mcp@1.16.0';
const CHECKSUM = '4663c79229028e98f825a09d5f04ec6c3736331b740ce50260f9ffac10709474';

/** A version of the API whose introspection the package holds. Its 2026-10 was taken shortly before that version was final. */
export type OfficialVersion = '2026-07' | '2026-10';

const VERSIONS: readonly OfficialVersion[] = ['2026-07', '2026-10'];
const fileOf = (version: OfficialVersion): string => `package/dist/data/admin_${version}.json.gz`;

/** Shopify's Admin schema, and the scopes that its types and fields require. */
export interface OfficialSchema {
  readonly schema: GraphQLSchema;
  /** Shopify's sentence on access, by `Type` or `Type.field`; only where access is required. */
  readonly access: ReadonlyMap<string, string>;
}

/** The complete official schema, from the cache or newly packed; null if the package registry cannot be reached. */
export function officialSchema(version: OfficialVersion): OfficialSchema | null {
  const file = introspectionFile(version);
  if (file === null) return null;
  const parsed = parseJson(gunzipSync(readFileSync(file)).toString('utf8'));
  const data = isRecord(parsed) ? parsed['data'] : null;
  if (!isIntrospection(data)) throw new Error(`${file} holds no introspection`);
  return { schema: buildClientSchema(data), access: accessOf(data) };
}

function isIntrospection(value: unknown): value is IntrospectionQuery {
  return isRecord(value) && listAt(value, '__schema', 'types') !== null;
}

function accessOf(data: unknown): ReadonlyMap<string, string> {
  const access = new Map<string, string>();
  const note = (name: string, owner: unknown): void => {
    const sentence = textAt(owner, 'requiredAccess');
    if (sentence !== null) access.set(name, sentence);
  };
  for (const type of listAt(data, '__schema', 'types') ?? []) {
    const name = textAt(type, 'name') ?? '';
    note(name, type);
    for (const field of listAt(type, 'fields') ?? []) note(`${name}.${textAt(field, 'name') ?? ''}`, field);
  }
  return access;
}

function introspectionFile(version: OfficialVersion): string | null {
  const cache = fileURLToPath(new URL('../../.cache', import.meta.url));
  const file = join(cache, fileOf(version));
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  // Written to a separate folder first: two concurrent runs must not see a partial file.
  const folder = mkdtempSync(join(cache, 'pack-'));
  try {
    const packed = pack(folder);
    if (packed === null) return null;
    const sum = createHash('sha256').update(readFileSync(packed)).digest('hex');
    if (sum !== CHECKSUM) throw new Error(`${PACKAGE} has the checksum ${sum}`);
    execFileSync('tar', ['-xzf', packed, ...VERSIONS.map(fileOf)], { cwd: folder });
    mkdirSync(join(file, '..'), { recursive: true });
    for (const each of VERSIONS) renameSync(join(folder, fileOf(each)), join(cache, fileOf(each)));
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pack(folder: string): string | null {
  try {
    const name = execFileSync('npm', ['pack', PACKAGE, '--silent', '--ignore-scripts'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 180_000,
    });
    return join(folder, name.trim());
  } catch {
    return null;
  }
}
