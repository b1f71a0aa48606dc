import type { InventoryItem } from '../../../gen/sh/external_pb';
import { Fact } from '../../shared/components/facts';
import { formatQuantity } from '../../shared/formats';

/** What is stocked for a variant, and how much of it at each of the platform's locations. */
export function StockedItems({ items }: { readonly items: readonly InventoryItem[] }) {
  return items.map((item) => (
    <Fact key={item.id} name={item.sku === '' ? 'Stock' : `Stock of ${item.sku}`}>
      {item.locations.length === 0 ? (
        'Stocked nowhere'
      ) : (
        <ul>
          {item.locations.map((location) => (
            <li key={location.locationId}>
              {formatQuantity(location.quantity)} <span className="font-normal text-muted">at</span>{' '}
              <span className="font-mono text-xs">{location.locationId}</span>
            </li>
          ))}
        </ul>
      )}
    </Fact>
  ));
}
