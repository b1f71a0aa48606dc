import { openAlerts } from '../../db/alerts';
import { accountsWithProblem } from '../../db/fleet';
import { SHARED_PROBLEMS, healthProblemsOf, type Health, type LagBounds } from '../../domain/account/health-problem';
import { watchOwn, type RaiseDeps } from './raise';
import { operatorText } from './wording';

/** Raises one installation-wide alert for each shared problem that this account shows, unless it is open already. */
export async function raiseShared(deps: RaiseDeps, health: Health, bounds: LagBounds): Promise<void> {
  const kinds = healthProblemsOf(health, bounds).filter((kind) => SHARED_PROBLEMS.includes(kind));
  if (kinds.length === 0) return;
  await watchOwn(
    deps,
    kinds,
    kinds.map((kind) => ({ kind, message: operatorText(kind, health) })),
  );
}

/** Ends the alerts of shared problems that no account shows any more. */
export async function watchShared(deps: RaiseDeps): Promise<void> {
  const open = (await openAlerts(deps.db, 0)).filter(({ kind }) => SHARED_PROBLEMS.some((shared) => shared === kind));
  if (open.length === 0) return;
  const shown = await accountsWithProblem(deps.db, SHARED_PROBLEMS);
  await watchOwn(
    deps,
    open.map(({ kind }) => kind),
    open.filter(({ kind }) => shown.has(kind)),
  );
}
