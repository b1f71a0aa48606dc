import { Link, useSearchParams } from 'wouter';

import type { ExternalShopifyItem } from '../../../gen/sh/external_pb';
import { textLink } from '../../shared/components/button';
import type { Column } from '../../shared/components/table';
import { newSitePaths } from '../../shared/paths';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { ExternalListing } from './external-listing';
import { lookupPath, PAGE_SIZES, shopifyItemsAtom } from './external-state';
import { text } from './new-site.text';
import { OperatorsOnly } from './operators-only';

const COLUMNS: readonly Column<ExternalShopifyItem>[] = [
  {
    key: 'item',
    header: text.listing.itemName,
    hook: 'item',
    cell: (item) => (
      <>
        <Link href={lookupPath('shopify', item.productId)} title={item.productDescription} className={`${textLink} break-words`}>
          {item.productTitle}
        </Link>
        <span className="block text-sm break-words text-muted sm:hidden">
          {item.variantDisplayName}
          <span className="font-mono text-xs"> {item.sku}</span>
        </span>
      </>
    ),
  },
  {
    key: 'variant',
    header: text.listing.variantName,
    width: 'w-1/3',
    from: 'sm',
    hook: 'variant',
    cell: (item) => (
      <Link href={lookupPath('shopify', item.variantId)} className={`${textLink} break-words`}>
        {item.variantDisplayName}
      </Link>
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
  {
    key: 'status',
    header: text.listing.itemStatus,
    width: 'w-28',
    hook: 'status',
    cell: (item) => <span className="text-muted">{item.productStatus}</span>,
  },
];

/** Lists Shopify's variants, seven per page. */
export function ExternalShopifyPage() {
  return (
    <OperatorsOnly title={text.listing.label('shopify')}>
      <Listing />
    </OperatorsOnly>
  );
}

function Listing() {
  const { external } = useOperatorApi();
  const [params] = useSearchParams();
  const cursor = params.get('cursor') ?? '';
  const loaded = useLoad({
    atom: shopifyItemsAtom,
    key: JSON.stringify([cursor]),
    label: 'getting shopify items',
    make: (_, options) => external.getExternalShopifyItems({ cursor, limit: PAGE_SIZES.shopify }, options),
    keep: true,
  });
  return (
    <ExternalListing
      source="shopify"
      path={newSitePaths.externalShopify}
      cursor={cursor}
      loaded={loaded}
      rowsOf={(answer) => answer.variants}
      nextOf={(answer) => answer.nextCursor}
      columns={COLUMNS}
      rowKey={(item) => item.variantId}
    />
  );
}
