import { Link, useSearchParams } from 'wouter';

import type { ExternalSquareListing } from '../../../gen/sh/external_pb';
import { textLink } from '../../shared/components/button';
import type { Column } from '../../shared/components/table';
import { newSitePaths } from '../../shared/paths';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { ExternalListing } from './external-listing';
import { lookupPath, PAGE_SIZES, squareItemsAtom } from './external-state';
import { text } from './new-site.text';
import { OperatorsOnly } from './operators-only';

const COLUMNS: readonly Column<ExternalSquareListing>[] = [
  {
    key: 'item',
    header: text.listing.itemName,
    hook: 'item',
    cell: (item) => (
      <Link href={lookupPath('square', item.itemId)} className={`${textLink} break-words`}>
        {item.itemName || item.itemId}
      </Link>
    ),
  },
  {
    key: 'description',
    header: text.listing.itemDescription,
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
    header: text.listing.variantName,
    width: 'w-1/3 lg:w-44',
    hook: 'variation',
    cell: (item) => (
      <>
        <Link href={lookupPath('square', item.variationId)} className={`${textLink} break-words`}>
          {item.variationName || item.variationId}
        </Link>
        <span className="block font-mono text-xs leading-5 break-words text-muted sm:hidden">{item.sku}</span>
      </>
    ),
  },
  {
    key: 'sku',
    header: text.listing.variantSku,
    width: 'w-44',
    from: 'sm',
    hook: 'sku',
    cell: ({ sku }) => <span className="block truncate font-mono text-xs leading-5 text-muted">{sku}</span>,
  },
];

/** Lists Square's variations, a hundred per page. */
export function ExternalSquarePage() {
  return (
    <OperatorsOnly title={text.listing.label('square')}>
      <Listing />
    </OperatorsOnly>
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
      source="square"
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
