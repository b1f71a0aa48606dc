import { Hono, type Context } from 'hono';

import { findAccount, type Account } from '../../db/accounts';
import { writeAudit } from '../../db/audit';
import { exportAccountRows } from '../../db/export';
import { parseAccountId } from '../../domain/account/account-id';
import type { ExportPlace } from '../../durable/api/export-api';
import type { AppEnv } from '../runtime/app-env';
import { reasonOf } from '../runtime/log';
import type { Services } from '../runtime/services';
import { sessionOf } from '../sessions/session-of';
import * as pages from './pages';
import { showPage } from './show-page';

/** The method by which the audit log names an operator's export. */
export const EXPORT_METHOD = 'sh.Export/Download';

/**
 * `GET /exports/{account}`: downloads everything stored for an account as one file, see `docs/storage.md`. A merchant downloads their own
 * account, an operator any; an operator's download is in the audit log.
 */
export function exportRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>({ strict: false });
  routes.get('/:account{[0-9]{1,15}}', download);
  return routes;
}

async function download(c: Context<AppEnv>): Promise<Response> {
  const services = c.get('services');
  const session = await sessionOf(c);
  if (session === null) return showPage(c, pages.SIGN_IN_TO_EXPORT, 'not signed in');
  const wanted = parseAccountId(c.req.param('account') ?? '');
  const operator = session.impersonator ?? session.account;
  const isOperator = services.config.adminShops.has(operator.shopDomain);
  if (!wanted.ok || (wanted.value !== session.account.id && !isOperator)) return showPage(c, pages.NO_SUCH_EXPORT, 'not their account');
  const account = await findAccount(services.db, wanted.value);
  if (account === null) return showPage(c, pages.NO_SUCH_EXPORT, 'no such account');
  if (operator.id !== account.id) {
    const entry = { method: EXPORT_METHOD, detail: {}, result: 'ok', reference: c.get('requestId') };
    await writeAudit(services.db, { at: services.now(), actor: operator.id, subject: account.id, ...entry });
  }
  return new Response(fileOf(services, account), {
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="shelfbridge-${account.id}-${new Date(services.now()).toISOString().slice(0, 10)}.jsonl"`,
      'cache-control': 'no-store',
    },
  });
}

/** Returns the file, read page by page while it is sent. A file that was cut off lacks its last line. */
function fileOf(services: Services, account: Account): ReadableStream<Uint8Array> {
  const lines = linesOf(services, account);
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { value, done } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        services.log.error('export.broke-off', { account: account.id, reason: reasonOf(error) });
        controller.error(error);
      }
    },
    cancel: async () => {
      await lines.return(undefined);
    },
  });
}

async function* linesOf({ db, histories, account, now }: Services, { id, shopDomain }: Account): AsyncGenerator<string, undefined> {
  let count = 0;
  const text = (lines: readonly string[]): string => {
    count += lines.length;
    return lines.map((line) => `${line}\n`).join('');
  };
  yield `${JSON.stringify({ format: 'shelfbridge-account-export', version: 1, account: id, shop: shopDomain, at: new Date(now()).toISOString() })}\n`;
  for await (const { table, rows } of exportAccountRows({ db, histories }, id)) {
    if (rows.length > 0) yield text(rows.map((row) => JSON.stringify({ database: 'shared', table, row })));
  }
  let place: ExportPlace | null = null;
  do {
    const page = await account(id).exportRows(place);
    if (page.lines.length > 0) yield text(page.lines);
    place = page.next;
  } while (place !== null);
  yield `${JSON.stringify({ complete: true, rows: count })}\n`;
  return undefined;
}
