import { Link } from 'wouter';

import type { InventoryView } from '../../../domain/catalog/joined';
import { sourceName } from '../../../domain/source';
import { textLink, touchTarget } from '../../shared/components/button';
import { paths } from '../../shared/paths';
import { inventoryText } from './inventory.text';

const text = inventoryText.linkHint;

/** Above variants of one platform: leads to the page that finds the same items on the other. Renders nothing above other views. */
export function LinkHint({ view }: { readonly view: InventoryView }) {
  const other = view === 'shopify_only' ? 'square' : view === 'square_only' ? 'shopify' : null;
  return other === null ? null : (
    <p className="mb-3 text-muted">
      {text.text(sourceName(other))}{' '}
      <Link href={paths.linking} className={`${textLink} ${touchTarget}`}>
        {text.link}
      </Link>
    </p>
  );
}
