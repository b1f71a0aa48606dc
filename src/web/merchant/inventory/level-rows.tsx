import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';

import { SOURCES, sourceName, type Source } from '../../../domain/source';
import type { LevelStep } from '../../../gen/sh/inventory_pb';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { formatQuantity, isolate } from '../../shared/formats';
import type { ListedVariant } from './level-state';
import { levelingText } from './leveling.text';
import { variantTitle } from './state';

const text = levelingText.row;

/** Height of a row in px. */
const ROW_HEIGHT = 60;

interface LevelRowsProps {
  readonly label: string;
  readonly steps: readonly LevelStep[];
  readonly names: ReadonlyMap<string, ListedVariant>;
  /** Shows the result of a row instead of its change. */
  readonly outcome?: (id: string) => ReactNode;
}

/** Lists the rows of a plan: each variant with its quantities now and after. Renders only the rows in sight. */
export function LevelRows({ label, steps, names, outcome }: LevelRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: steps.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: { width: 400, height: 400 },
  });
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-[50vh] overflow-y-auto rounded-lg border border-line bg-surface"
    >
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const step = steps[item.index];
          if (step === undefined) return null;
          return (
            <li
              key={step.id}
              aria-setsize={steps.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0 flex items-center justify-between gap-4 border-b border-line px-3"
              style={{ height: ROW_HEIGHT, transform: `translateY(${item.start}px)` }}
            >
              <Name listed={names.get(step.id)} id={step.id} />
              <span className="flex shrink-0 items-center gap-3">
                {outcome === undefined ? SOURCES.map((source) => <Change key={source} source={source} step={step} />) : outcome(step.id)}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Name({ listed, id }: { readonly listed: ListedVariant | undefined; readonly id: string }) {
  if (listed === undefined) return <span className="text-muted">{text.unnamed(id)}</span>;
  const title = variantTitle(listed.variant.name);
  return (
    <span className="min-w-0">
      <span className="block truncate font-medium">
        {isolate(listed.productName)}
        {title !== '' && <span className="font-normal text-muted"> · {isolate(title)}</span>}
      </span>
      <span className="block truncate font-mono text-xs text-muted">{listed.variant.sku}</span>
    </span>
  );
}

function Change({ source, step }: { readonly source: Source; readonly step: LevelStep }) {
  const from = source === 'shopify' ? step.shopifyQuantity : step.squareQuantity;
  const same = from === step.to;
  const [name, now, next] = [sourceName(source), formatQuantity(from), formatQuantity(step.to)];
  return (
    <span
      className="inline-flex min-w-20 items-center justify-end gap-1.5 tabular-nums"
      aria-label={same ? text.stays(name, now) : text.changes(name, now, next)}
      role="img"
    >
      <PlatformGlyph source={source} size={14} />
      {same ? (
        <span className="text-faint">{now}</span>
      ) : (
        <span>
          <span className="text-muted">{now}</span> → <strong className="font-semibold">{next}</strong>
        </span>
      )}
    </span>
  );
}
