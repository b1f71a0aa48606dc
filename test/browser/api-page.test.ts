import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { startApp } from '../../scripts/app-process';
import type { App } from './support/merchant';

/** Calls that remove what the other calls need. */
const LAST = [
  'sh.Session/ImpersonateDomain',
  'sh.Locations/DisconnectSyncedLocation',
  'sh.Subscriptions/CancelSubscription',
  'sh.Connections/Disconnect',
];

/** A method's lines on the page. */
interface Shown {
  readonly path: string;
  readonly line: string;
  /** The error code that this call returns according to the page. */
  readonly refused: string | null;
}

let app: App;
let folder = '';

beforeAll(async () => {
  app = await startApp();
  folder = mkdtempSync(join(tmpdir(), 'api-page-'));
});

afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The page's shell lines, block by block, pointed at the app under test. */
function page(): { readonly text: string; readonly blocks: readonly string[] } {
  const text = readFileSync('docs/api.md', 'utf8')
    .replaceAll('http://localhost:8787', app.page)
    .replaceAll('http://localhost:8788', app.worker)
    .replaceAll('http://localhost:8789', app.sandbox)
    .replaceAll('.data/', `${app.dataDir}/`);
  return { text, blocks: [...text.matchAll(/^```sh\n([^`]*)\n```$/gmu)].map(([, block = '']) => block) };
}

function shownCalls(text: string): Shown[] {
  const found = text.matchAll(/^- Refusals: .*\n\n```sh\n(curl .*\/rpc\/(\S+) .*)\n```\n\n(?:Here it answers `(\w+)`)?/gmu);
  return [...found].map(([, line = '', path = '', refused]) => ({ line, path, refused: refused ?? null }));
}

/** Runs lines in one shell, as someone would who copies them from the page; returns their output. */
async function shell(lines: readonly string[]) {
  const child = spawn('bash', ['-c', lines.join('\n')], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  return output;
}

test('every call on the API page works as printed there', async () => {
  const { text, blocks } = page();
  const [signIn = '', ids = '', binary = ''] = blocks;
  expect(await shell([signIn])).toContain('"autoApprove":true');
  const status = blocks.find((block) => block.includes('sh.Account/GetAccountStatus')) ?? '';
  await vi.waitFor(async () => expect(await shell([status])).toMatch(/"state":"done".*"state":"done"/u), {
    timeout: 180_000,
    interval: 500,
  });
  expect(await shell([binary])).toContain('d   e   m   o');

  const calls = shownCalls(text);
  const late = (path: string) => LAST.indexOf(path) + 1;
  const ordered = calls.toSorted((a, b) => late(a.path) - late(b.path));
  const printed = await shell([
    ids,
    ...ordered.flatMap(({ path, line }) => [`echo; echo '@@ ${path}'`, `${line} -w '\\n## %{http_code}'`]),
  ]);
  const outcomes = new Map(
    printed.split('\n@@ ').map((part) => {
      const [path = '', answer = ''] = part.split('\n', 2);
      const code = /^\{"code":"(\w+)"/u.exec(answer)?.[1];
      return [path, part.includes('\n## 200') ? 'ok' : (code ?? part)];
    }),
  );
  expect(calls.length).toBe(text.match(/^- Refusals: /gmu)?.length);
  expect(ordered.map(({ path }) => [path, outcomes.get(path)])).toEqual(ordered.map(({ path, refused }) => [path, refused ?? 'ok']));
});

/** Makes a call over its own connection, as bytes; returns the response's status and body, or '' if the connection ended without one. */
function overTheWire(path: string, headers: Record<string, string>, write: (request: ClientRequest) => void): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(`${app.worker}/rpc/${path}`, { method: 'POST', headers, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve(`${response.statusCode} ${body}`));
    });
    sent.on('error', () => resolve(''));
    write(sent);
  });
}

test('the endpoint handles a body of ten megabytes, one without a stated length, and one that is cut off midway', async () => {
  const path = 'sh.Session/GetSessionData';
  const json = { 'content-type': 'application/json' };
  const tooLong = /^400 .*"code":"malformed".*larger than 1000000 bytes/u;
  expect(await overTheWire(path, { ...json, 'content-length': '10000000' }, (sent) => sent.end(Buffer.alloc(10_000_000, ' ')))).toMatch(
    tooLong,
  );
  expect(
    await overTheWire(path, { 'content-type': 'application/protobuf' }, (sent) => {
      for (let part = 0; part < 10; part += 1) sent.write(Buffer.alloc(1_000_000, 1));
      sent.end();
    }),
  ).toMatch(tooLong);
  const long = (sent: ClientRequest): unknown => sent.end(Buffer.alloc(10_000_000, ' '));
  expect(await overTheWire('sh.Account/GetAccountStatus', json, long)).toMatch(/^401 .*"code":"unauthenticated"/u);
  expect(await overTheWire('sh.Account/GetNothing', json, long)).toMatch(/^404 .*"code":"bad_route"/u);
  expect(await overTheWire(path, json, (sent) => sent.end('{'))).toMatch(/^400 .*"code":"malformed"/u);
  const ended = await overTheWire(path, { ...json, 'content-length': '100' }, (sent) => {
    sent.write('{"from', () => sent.destroy());
  });
  expect(ended).toBe('');
  expect(await overTheWire(path, json, (sent) => sent.end('{}'))).toMatch(/^200 \{"shopify_domain":""/u);
});
