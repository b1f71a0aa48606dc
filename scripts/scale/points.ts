import { backlog } from './backlog';
import { catalog } from './catalog';
import { catalogPage } from './catalog-page';
import { fleet } from './fleet';
import { growth } from './growth';
import { OUTAGES } from './outages';
import type { Point } from './point';
import { undo } from './undo';

/** All points, in the order in which they run and are shown. */
export const POINTS: readonly Point[] = [catalog, catalogPage, growth, ...OUTAGES, backlog, undo, fleet];
