import { openAlerts } from '../../db/alerts';
import { accountsInTrouble } from '../../db/fleet';
import { SHARED_TROUBLES, troublesOf, type Health, type LagBounds } from '../../domain/account/trouble';
import { watchOwn, type RaiseDeps } from './raise';
import { operatorText } from './wording';

/** Raises one alert of the installation for each shared trouble that this account shows, unless it is open already. */
export async function raiseShared(deps: RaiseDeps, health: Health, bounds: LagBounds): Promise<void> {
  const kinds = troublesOf(health, bounds).filter((kind) => SHARED_TROUBLES.includes(kind));
  if (kinds.length === 0) return;
  await watchOwn(
    deps,
    kinds,
    kinds.map((kind) => ({ kind, message: operatorText(kind, health) })),
  );
}

/** Ends the alerts of shared troubles that no account shows any more. */
export async function watchShared(deps: RaiseDeps): Promise<void> {
  const open = (await openAlerts(deps.db, 0)).filter(({ kind }) => SHARED_TROUBLES.some((shared) => shared === kind));
  if (open.length === 0) return;
  const shown = await accountsInTrouble(deps.db, SHARED_TROUBLES);
  await watchOwn(
    deps,
    open.map(({ kind }) => kind),
    open.filter(({ kind }) => shown.has(kind)),
  );
}
