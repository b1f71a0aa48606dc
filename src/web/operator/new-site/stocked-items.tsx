import type { InventoryItem } from '../../../gen/sh/external_pb';
import { Fact } from '../../shared/components/facts';
import { formatQuantity } from '../../shared/formats';
import { text } from './new-site.text';

/** Shows the inventory items of a variant with their quantities at each location. */
export function StockedItems({ items }: { readonly items: readonly InventoryItem[] }) {
  return items.map((item) => (
    <Fact key={item.id} name={text.lookup.stock(item.sku)}>
      {item.locations.length === 0 ? (
        text.lookup.notStocked
      ) : (
        <ul>
          {item.locations.map((location) => (
            <li key={location.locationId}>
              {formatQuantity(location.quantity)} <span className="font-normal text-muted">{text.lookup.at}</span>{' '}
              <span className="font-mono text-xs">{location.locationId}</span>
            </li>
          ))}
        </ul>
      )}
    </Fact>
  ));
}
