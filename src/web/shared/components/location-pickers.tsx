import type { Location, LocationsResponse } from '../../../gen/sh/locations_pb';
import { locationsOf } from '../state/locations';
import { Choice, type Option } from './choice';

interface LocationPickersProps {
  readonly locations: LocationsResponse;
  /** Ids of ours; '' while nothing is chosen. */
  readonly shopify: string;
  readonly square: string;
  readonly onShopify: (id: string) => void;
  readonly onSquare: (id: string) => void;
}

/** Two dropdowns: the location of each platform. */
export function LocationPickers({ locations, shopify, square, onShopify, onSquare }: LocationPickersProps) {
  const shopifyOptions = locationsOf(locations, 'shopify').map(toOption);
  const squareOptions = locationsOf(locations, 'square').map(toOption);
  return (
    <div className="mt-4 grid gap-4">
      <Choice
        wide
        labelShown
        label="Shopify location"
        options={shopifyOptions}
        value={shopify === '' ? null : shopify}
        onChange={onShopify}
        disabled={shopifyOptions.length === 0}
        placeholder="Choose a Shopify location"
      />
      <Choice
        wide
        labelShown
        label="Square location"
        options={squareOptions}
        value={square === '' ? null : square}
        onChange={onSquare}
        disabled={squareOptions.length === 0}
        placeholder="Choose a Square location"
      />
    </div>
  );
}

function toOption(location: Location): Option<string> {
  return { value: location.id, label: location.sourceName };
}
