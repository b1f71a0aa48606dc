import { storedPauses, type PauseScope } from '../../../db/write-pauses';
import { formatAccountId } from '../../../domain/account/account-id';
import { ok, refuse, type Answer } from '../../../domain/result';
import { SOURCES } from '../../../domain/source';
import type { WritePauseRequest, WriteSwitchResult } from '../../../gen/sh/operations_pb';
import type { IOperationsClient } from '../../../gen/sh/operations_pb.client';
import { UNAUDITED, writes } from '../audit';
import { method, type Call, type Methods } from '../method';
import { changeSwitch } from '../operator/write-switch';
import { readText } from '../present/arguments';
import { readOptionalAccountId } from '../present/operations-arguments';
import { toTimestamp } from '../present/time';

/** Shortest reason, in characters. */
const SHORTEST_REASON = 3;
const LONGEST_REASON = 200;
/** Accounts that an answer names. */
const NAMED = 100;

/** The operators' switch for all requests that change stock. */
export const pauseMethods: Pick<Methods<IOperationsClient>, 'getWritePauses' | 'pauseWrites' | 'resumeWrites'> = {
  getWritePauses: method('operator', UNAUDITED, async ({ services }) => {
    const pauses = (await storedPauses(services.db)).filter(({ active }) => active);
    return ok({
      pauses: pauses.map(({ account, shopDomain, source, by, reason, since }) => ({
        accountId: account === 0 ? '' : formatAccountId(account),
        domain: shopDomain,
        source,
        by,
        reason,
        since: toTimestamp(since),
      })),
    });
  }),

  pauseWrites: method('operator', writes('account_id'), async (call, input) => change(call, input, true)),
  resumeWrites: method('operator', writes('account_id'), async (call, input) => change(call, input, false)),
};

async function change({ services, session }: Call, input: WritePauseRequest, active: boolean): Promise<Answer<WriteSwitchResult>> {
  const read = readChange(input);
  if (!read.ok) return read;
  if (session === null) return refuse('unauthenticated', 'Sign in first.');
  const actorShop = (session.impersonator ?? session.account).shopDomain;
  const switched = await changeSwitch(services, { ...read.value, active, actorShop });
  if (switched.kind === 'unknown-account') return refuse('not_found', 'There is no such account.');
  if (switched.kind === 'not-paused') return refuse('failed_precondition', 'There is no such pause.');
  const { told, untold } = switched;
  return ok({ told, untold: untold.length, untoldAccountIds: untold.slice(0, NAMED).map(formatAccountId) });
}

function readChange(input: WritePauseRequest): Answer<PauseScope & { readonly reason: string }> {
  const account = readOptionalAccountId('account_id', input.accountId);
  if (!account.ok) return account;
  const source = input.source === '' ? '' : SOURCES.find((one) => one === input.source);
  if (source === undefined) return refuse('invalid_argument', "source must be shopify, square or ''.");
  const reason = readText('reason', input.reason.trim(), LONGEST_REASON);
  if (!reason.ok) return reason;
  if (reason.value.length < SHORTEST_REASON)
    return refuse('invalid_argument', `reason must have at least ${SHORTEST_REASON} characters: merchants and operators read it.`);
  return ok({ account: account.value ?? 0, source, reason: reason.value });
}
