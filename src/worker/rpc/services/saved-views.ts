import { readViewName, type SavedView, type ViewChange } from '../../../domain/catalog/saved-view';
import { MAX_SEARCH } from '../../../domain/catalog/search-query';
import { ok, refuse, type Answer } from '../../../domain/result';
import type { SavedView as SavedViewMessage } from '../../../gen/sh/inventory_pb';
import type { IInventoryClient } from '../../../gen/sh/inventory_pb.client';
import { reads, writes } from '../audit';
import { signedIn, type Methods } from '../method';
import { readTable, readText, readView } from '../present/arguments';
import { INVENTORY_TABLE } from '../present/inventory-table';

/** The methods of sh.Inventory for views that the merchant saves. */
export const savedViewMethods: Methods<Pick<IInventoryClient, 'getSavedViews' | 'saveView' | 'deleteView'>> = {
  getSavedViews: signedIn('entitled', reads('caller'), async ({ account }) => {
    const views = await account.savedViews();
    return ok({ views: views.map(toMessage) });
  }),

  saveView: signedIn('entitled', writes('caller'), async ({ account }, input) => {
    const wanted = readMessage(input);
    if (!wanted.ok) return wanted;
    const saved = await account.saveView(wanted.value);
    return saved.ok ? ok(toMessage(saved.value)) : saved;
  }),

  deleteView: signedIn('entitled', writes('caller'), async ({ account }, input) => {
    const id = readId(input.id);
    if (!id.ok) return id;
    await account.deleteView(id.value);
    return ok({});
  }),
};

function readMessage(message: SavedViewMessage): Answer<ViewChange> {
  const id = message.id === '' ? ok(null) : readId(message.id);
  if (!id.ok) return id;
  const name = readViewName(message.name);
  if (!name.ok) return name;
  const view = readView(message.view);
  if (!view.ok) return view;
  const query = readText('query', message.query.trim(), MAX_SEARCH);
  if (!query.ok) return query;
  const table = readTable({ limit: 0, page: 0, sort: message.sort }, INVENTORY_TABLE);
  if (!table.ok) return refuse(table.error.code, table.error.message.replace('table.sort', 'sort'));
  return ok({ id: id.value, name: name.value, view: view.value, query: query.value, sort: message.sort });
}

function readId(text: string): Answer<number> {
  return /^[1-9]\d{0,8}$/u.test(text) ? ok(Number(text)) : refuse('invalid_argument', 'id must be that of a saved view.');
}

function toMessage({ id, ...view }: SavedView): SavedViewMessage {
  return { id: String(id), ...view };
}
