import { useId } from 'react';

import { SOURCES } from '../../../domain/source';
import type { LocationsResponse } from '../../../gen/sh/locations_pb';
import { sharedText } from '../shared.text';
import type { LocationPair } from '../state/location-pair';
import { locationsOf } from '../state/locations';
import { Choice } from './choice';
import { RadioCard } from './radio-card';

/** Up to so many locations are shown at once, which takes one click; more are in a dropdown. */
const SHOWN_AT_ONCE = 4;

interface LocationPickersProps {
  readonly locations: LocationsResponse;
  readonly pair: LocationPair;
}

/** Lets the merchant choose a location of each platform. */
export function LocationPickers({ locations, pair: { chosen, choose } }: LocationPickersProps) {
  return (
    <div className="mt-4 grid gap-4">
      {SOURCES.map((source) => {
        const options = locationsOf(locations, source).map(({ id, sourceName }) => ({ value: id, label: sourceName }));
        const label = sharedText.locationLabel(source);
        const onChange = (id: string) => choose(source, id);
        return options.length > 0 && options.length <= SHOWN_AT_ONCE ? (
          <LocationRadios key={source} label={label} options={options} value={chosen[source]} onChange={onChange} />
        ) : (
          <Choice
            key={source}
            wide
            labelShown
            label={label}
            options={options}
            value={chosen[source] === '' ? null : chosen[source]}
            onChange={onChange}
            disabled={options.length === 0}
            placeholder={sharedText.chooseLocation(source)}
          />
        );
      })}
    </div>
  );
}

interface LocationRadiosProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** '' when none is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function LocationRadios({ label, options, value, onChange }: LocationRadiosProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <RadioCard
            key={option.value}
            name={name}
            title={option.label}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
