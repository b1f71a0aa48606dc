import { accountsToVisit } from '../../db/fleet';
import { visitById, type VisitDeps } from './visit';

/** Accounts visited by one run, and how many side by side. */
const AT_ONCE = 200;
const SIDE_BY_SIDE = 10;
/** A run leaves the rest to the next one in time. */
const RUN_MS = 45_000;

/** Reads the health of accounts whose turn it is, the longest due first: those in trouble often, the others a few times a day. */
export async function visitFleet(deps: VisitDeps): Promise<void> {
  const ends = deps.now() + RUN_MS;
  const due = await accountsToVisit(deps.db, deps.now(), AT_ONCE);
  const walk = async (): Promise<void> => {
    for (let account = due.shift(); account !== undefined && deps.now() < ends; account = due.shift()) await visitById(deps, account);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, walk));
}
