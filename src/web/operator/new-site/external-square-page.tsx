import { Link, useSearchParams } from 'wouter';

import type { ExternalSquareListing } from '../../../gen/sh/external_pb';
import { textLink } from '../../shared/components/button';
import type { Column } from '../../shared/components/table';
import { newSitePaths } from '../../shared/paths';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { ExternalListing } from './external-listing';
import { lookUpPath, PAGE_SIZES, squareItemsAtom } from './external-state';
import { ForOperators } from './for-operators';

const COLUMNS: readonly Column<ExternalSquareListing>[] = [
  {
    key: 'item',
    header: 'Item Name',
    hook: 'item',
    cell: (item) => (
      <Link href={lookUpPath('square', item.itemId)} className={`${textLink} break-words`}>
        {item.itemName || item.itemId}
      </Link>
    ),
  },
  {
    key: 'description',
    header: 'Item Desc',
    width: 'w-1/3',
    from: 'lg',
    hook: 'description',
    cell: ({ itemDescription }) => (
      <span title={itemDescription} className="line-clamp-2 break-words text-muted">
        {itemDescription}
      </span>
    ),
  },
  {
    key: 'variation',
    header: 'Var. Name',
    width: 'w-1/3 lg:w-44',
    hook: 'variation',
    cell: (item) => (
      <>
        <Link href={lookUpPath('square', item.variationId)} className={`${textLink} break-words`}>
          {item.variationName || item.variationId}
        </Link>
        <span className="block font-mono text-xs leading-5 break-words text-muted sm:hidden">{item.sku}</span>
      </>
    ),
  },
  {
    key: 'sku',
    header: 'Var. Sku',
    width: 'w-44',
    from: 'sm',
    hook: 'sku',
    cell: ({ sku }) => <span className="block truncate font-mono text-xs leading-5 text-muted">{sku}</span>,
  },
];

/** Square's own list of variations, a hundred a page. */
export function ExternalSquarePage() {
  return (
    <ForOperators title="Square items">
      <Listing />
    </ForOperators>
  );
}

function Listing() {
  const { external } = useOperatorApi();
  const [params] = useSearchParams();
  const cursor = params.get('cursor') ?? '';
  const loaded = useLoad({
    atom: squareItemsAtom,
    key: JSON.stringify([cursor]),
    label: 'getting square items',
    make: (_, options) => external.getExternalSquareItems({ cursor, limit: PAGE_SIZES.square }, options),
    keep: true,
  });
  return (
    <ExternalListing
      label="Square items"
      platform="Square"
      path={newSitePaths.externalSquare}
      cursor={cursor}
      loaded={loaded}
      rowsOf={(answer) => answer.variations}
      nextOf={(answer) => answer.nextCursor}
      columns={COLUMNS}
      rowKey={(item) => item.variationId}
    />
  );
}
