import { useState } from 'react';

import { SOURCES, sourceName, type Source } from '../../../domain/source';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import { Button } from '../../shared/components/button';
import { TextField } from '../../shared/components/field';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { formatQuantity } from '../../shared/formats';
import { readUnits } from './variant-state';

interface QuantityEditorProps {
  readonly variant: JoinedVariant;
  readonly busy: boolean;
  readonly onSave: (units: number) => void;
}

/** Sets how much there is, on every platform that has the variant; either platform's number can be taken over with one press. */
export function QuantityEditor({ variant, busy, onSave }: QuantityEditorProps) {
  const [text, setText] = useState('');
  const read = readUnits(text, variant.shopify !== undefined);
  const sides = SOURCES.filter((source) => variant[source] !== undefined);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if ('units' in read && !busy) onSave(read.units);
      }}
    >
      <div className="grid gap-2 sm:grid-cols-2">
        {sides.map((source) => (
          <Shortcut key={source} source={source} units={quantityOf(variant, source)} onUse={setText} />
        ))}
      </div>
      <TextField
        label="Inventory Count"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint={`${sides.map(sourceName).join(' and ')} ${sides.length === 1 ? 'is' : 'are'} set to this number. Sales made meanwhile still count.`}
        {...('error' in read ? { error: read.error } : {})}
      />
      <div>
        <Button type="submit" kind="primary" busy={busy} disabled={!('units' in read)}>
          Save Inventory Count
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
  readonly onUse: (text: string) => void;
}) {
  return (
    <div className="flex items-center justify-between gap-3 rounded-md border border-line bg-surface px-3 py-2">
      <span className="inline-flex min-w-0 items-center gap-2">
        <PlatformGlyph source={source} size={16} />
        <span className="truncate text-muted">{sourceName(source)}</span>
        <span className="font-semibold tabular-nums">{formatQuantity(units)}</span>
      </span>
      {units === undefined ? (
        <span className="text-sm text-faint">not counted yet</span>
      ) : (
        <Button size="sm" onClick={() => onUse(String(units))} aria-label={`Use this number: ${sourceName(source)}, ${units}`}>
          Use this number
        </Button>
      )}
    </div>
  );
}
