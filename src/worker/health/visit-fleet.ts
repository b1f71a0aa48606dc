import { accountsToVisit } from '../../db/fleet';
import { visitById, type VisitDeps } from './visit';

/** Accounts that one run visits, and how many of them at once. */
const AT_ONCE = 200;
const SIDE_BY_SIDE = 10;
/** How long a run starts new visits, ms; the next run takes the rest. */
const RUN_MS = 45_000;

/** Reads the health of due accounts, the longest due first: accounts with problems often, the others a few times a day. */
export async function visitFleet(deps: VisitDeps): Promise<void> {
  const ends = deps.now() + RUN_MS;
  const due = await accountsToVisit(deps.db, deps.now(), AT_ONCE);
  const walk = async (): Promise<void> => {
    for (let account = due.shift(); account !== undefined && deps.now() < ends; account = due.shift()) await visitById(deps, account);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, walk));
}
