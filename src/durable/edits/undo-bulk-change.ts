import type { Answer } from '../../domain/result';
import { ok, refuse } from '../../domain/result';
import type { Account } from '../account/account';
import type { UndoneChange } from '../api/bulk-change-api';
import type { Editor } from '../api/edits-api';
import { undoableChange, undoQuantities } from '../bulk/bulk-changes';
import { undoExclusion } from '../exclusions/exclude';
import { undoLinks } from './undo-links';
import { undoSkus } from './undo-skus';
import { undoTracking } from './undo-tracking';

/**
 * Takes a bulk change back, of whichever kind. A row that was undone is never undone twice, and one that was changed since says why it is left alone.
 * `tried`: how many rows earlier calls have tried, where a kind takes several. `not_found` when there is none, `failed_precondition` when nothing is left to undo or nothing may be written now.
 */
export async function undoBulkChange(account: Account, id: number, by: Editor, tried = 0): Promise<Answer<UndoneChange>> {
  const found = undoableChange(account, id);
  if (!found.ok) return found;
  switch (found.value.kind) {
    case 'link':
      return undoLinks(account, id, by);
    case 'exclude':
      return undoExclusion(account, id, by);
    case 'sku':
      return undoSkus(account, id, by, tried);
    case 'tracking':
      return undoTracking(account, id, by, tried);
    case 'copy':
      return refuse('failed_precondition', 'A copy cannot be undone here: delete what was added on its platform.');
    case 'level':
    case 'count': {
      const undone = undoQuantities(account, found.value, by);
      return undone.ok ? ok({ ...undone.value, separated: [], tried: undone.value.counts.rows }) : undone;
    }
  }
}
