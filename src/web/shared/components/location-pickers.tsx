import { SOURCES, type Source } from '../../../domain/source';
import type { LocationsResponse } from '../../../gen/sh/locations_pb';
import { sharedText } from '../shared.text';
import { locationsOf } from '../state/locations';
import { Choice } from './choice';

interface LocationPickersProps {
  readonly locations: LocationsResponse;
  /** Our location ids; '' when nothing is selected. */
  readonly shopify: string;
  readonly square: string;
  readonly onShopify: (id: string) => void;
  readonly onSquare: (id: string) => void;
}

/** Two dropdowns, one for the locations of each platform. */
export function LocationPickers({ locations, shopify, square, onShopify, onSquare }: LocationPickersProps) {
  const chosen: Record<Source, string> = { shopify, square };
  const onChange = { shopify: onShopify, square: onSquare };
  return (
    <div className="mt-4 grid gap-4">
      {SOURCES.map((source) => {
        const options = locationsOf(locations, source).map(({ id, sourceName }) => ({ value: id, label: sourceName }));
        return (
          <Choice
            key={source}
            wide
            labelShown
            label={sharedText.locationLabel(source)}
            options={options}
            value={chosen[source] === '' ? null : chosen[source]}
            onChange={onChange[source]}
            disabled={options.length === 0}
            placeholder={sharedText.chooseLocation(source)}
          />
        );
      })}
    </div>
  );
}
