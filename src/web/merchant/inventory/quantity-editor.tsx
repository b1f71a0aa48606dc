import { useState } from 'react';

import { otherSource, SOURCES, sourceName, type Source } from '../../../domain/source';
import { packSide } from '../../../domain/sync/pack-size';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import { Button } from '../../shared/components/button';
import { TextField } from '../../shared/components/field';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { RadioCard } from '../../shared/components/radio-card';
import { formatQuantity } from '../../shared/formats';
import { packsOf, packText } from '../../shared/pack-text';
import { readUnits } from '../../shared/units';
import { variantText } from './variant.text';

const text = variantText.quantity;

interface QuantityEditorProps {
  readonly variant: JoinedVariant;
  readonly busy: boolean;
  /** The units are those of this platform. */
  readonly onSave: (units: number, source: Source) => void;
}

/** Sets the quantity on every platform that has the variant. One press takes over either platform's quantity. */
export function QuantityEditor({ variant, busy, onSave }: QuantityEditorProps) {
  const [typed, setTyped] = useState('');
  const sides = SOURCES.filter((source) => variant[source] !== undefined);
  const packs = packsOf(variant);
  const packedSide = sides.length === SOURCES.length ? packSide(packs) : null;
  // Pieces tell more than packs.
  const [unit, setUnit] = useState<Source>(packedSide === null ? (sides[0] ?? 'shopify') : otherSource(packedSide));
  const read = readUnits(typed, variant.shopify !== undefined);
  const use = (source: Source, units: string): void => {
    if (packedSide !== null) setUnit(source);
    setTyped(units);
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if ('units' in read && !busy) onSave(read.units, unit);
      }}
    >
      <div className="grid gap-2 sm:grid-cols-2">
        {sides.map((source) => (
          <Shortcut key={source} source={source} units={quantityOf(variant, source)} onUse={(units) => use(source, units)} />
        ))}
      </div>
      {packedSide !== null && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm text-muted">{text.units(packText(packs))}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {sides.map((source) => (
              <RadioCard
                key={source}
                name="unit"
                title={text.unitsOf(sourceName(source))}
                checked={unit === source}
                onChange={() => setUnit(source)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <TextField
        label={text.label}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint={packedSide === null ? text.hint(sides.map(sourceName)) : text.packHint(sourceName(unit), sourceName(otherSource(unit)))}
        {...('error' in read ? { error: read.error } : {})}
      />
      <div>
        <Button type="submit" kind="primary" busy={busy} disabled={!('units' in read)}>
          {text.save}
        </Button>
      </div>
    </form>
  );
}

function quantityOf(variant: JoinedVariant, source: Source): number | undefined {
  return source === 'shopify' ? variant.shopifyQuantity : variant.squareQuantity;
}

function Shortcut({
  source,
  units,
  onUse,
}: {
  readonly source: Source;
  readonly units: number | undefined;
  readonly onUse: (typed: string) => void;
}) {
  return (
    <div className="flex items-center justify-between gap-3 rounded-md border border-line bg-surface px-3 py-2">
      <span className="inline-flex min-w-0 items-center gap-2">
        <PlatformGlyph source={source} size={16} />
        <span className="truncate text-muted">{sourceName(source)}</span>
        <span className="font-semibold tabular-nums">{formatQuantity(units)}</span>
      </span>
      {units === undefined ? (
        <span className="text-sm text-faint">{text.notCounted}</span>
      ) : (
        <Button size="sm" onClick={() => onUse(String(units))} aria-label={text.usePlatform(sourceName(source), units)}>
          {text.use}
        </Button>
      )}
    </div>
  );
}
