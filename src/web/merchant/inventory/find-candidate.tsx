import { Search } from 'lucide-react';
import { useState } from 'react';

import { otherSource, sourceName, type Source } from '../../../domain/source';
import type { InventoryResponse } from '../../../gen/sh/inventory_pb';
import { Button } from '../../shared/components/button';
import { SearchBox } from '../../shared/components/search-box';
import { Unloaded } from '../../shared/components/unloaded';
import { atom, useAtomValue } from '../../shared/state/jotai';
import { useLoad } from '../../shared/state/load';
import { idleQuery, latest, type Query } from '../../shared/state/remote';
import { statusAtom } from '../../shared/state/session';
import { CandidateItem } from './candidate-item';
import { isRead } from './checked-variant';
import { listVariants } from './level-state';
import type { VariantActions } from './variant-actions';
import { variantText } from './variant.text';

const text = variantText.candidates;
const foundAtom = atom<Query<InventoryResponse>>(idleQuery);

/** Most variants shown for a search. */
const MOST_SHOWN = 8;

interface FindCandidateProps {
  /** The platform of the variant that is open. */
  readonly from: Source;
  readonly actions: VariantActions;
}

/** Searches what only the other platform has, so that the merchant can link it with this variant. */
export function FindCandidate(props: FindCandidateProps) {
  const there = sourceName(otherSource(props.from));
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  if (!isOpen) {
    return (
      <div>
        <Button size="sm" aria-expanded={false} onClick={() => setOpen(true)} icon={<Search size={14} />}>
          {text.find(there)}
        </Button>
      </div>
    );
  }
  return (
    <section className="flex flex-col gap-2" aria-label={text.find(there)}>
      <h3 className="text-sm font-medium">{text.find(there)}</h3>
      <p className="text-sm text-muted">{text.findExplained(there)}</p>
      <SearchBox
        label={text.find(there)}
        value={query}
        onSearch={(words) => setQuery(words.trim())}
        whileTyping
        busy={false}
        hotkey={false}
      />
      {query !== '' && <Found {...props} query={query} />}
    </section>
  );
}

function Found({ from, actions, query }: FindCandidateProps & { readonly query: string }) {
  const other = otherSource(from);
  const loaded = useLoad({
    atom: foundAtom,
    key: `${other} ${query}`,
    label: 'searching the other platform',
    make: (api, options) =>
      api.inventory.getInventory({ query, view: `${other}_only`, table: { limit: MOST_SHOWN, page: 0, sort: 'name' } }, options),
    keep: true,
  });
  const status = latest(useAtomValue(statusAtom));
  const response = latest(loaded.remote);
  if (response === null) return <Unloaded loaded={loaded} title={text.failed(sourceName(other))} rows={2} height="h-14" />;
  const found = listVariants(response.products);
  if (found.length === 0) {
    return (
      <p role="status" className="text-sm text-muted">
        {isRead(status, other) ? text.noneFound(sourceName(other)) : text.notRead(sourceName(other))}
      </p>
    );
  }
  return (
    <>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
        {found.map(({ productName, variant: { shopifyId, squareId, name, sku } }) => {
          const id = other === 'shopify' ? shopifyId : squareId;
          return <CandidateItem key={id} candidate={{ variant: { id, productName, name, sku }, pair: null }} actions={actions} />;
        })}
      </ul>
      {response.hasNextPage && <p className="text-sm text-muted">{text.more(MOST_SHOWN)}</p>}
    </>
  );
}
