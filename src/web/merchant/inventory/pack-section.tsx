import { Package } from 'lucide-react';
import { useState } from 'react';

import { sourceName } from '../../../domain/source';
import { isPacked, LARGEST_PACK, NO_PACKS, packSide, type PackSizes } from '../../../domain/sync/pack-size';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import { Button } from '../../shared/components/button';
import { Choice } from '../../shared/components/choice';
import { TextField } from '../../shared/components/field';
import { packsOf, packText } from '../../shared/pack-text';
import type { VariantActions } from './variant-actions';
import { variantText } from './variant.text';

const text = variantText.packs;

interface PackSectionProps {
  readonly variant: JoinedVariant;
  readonly actions: VariantActions;
}

/** Says how the units of a linked variant's platforms relate, and changes that. Nothing for a variant of one platform. */
export function PackSection({ variant, actions }: PackSectionProps) {
  const [isOpen, setOpen] = useState(false);
  if (variant.shopify === undefined || variant.square === undefined) return null;
  const packs = packsOf(variant);
  if (isOpen) return <PackForm packs={packs} actions={actions} onClose={() => setOpen(false)} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className={isPacked(packs) ? 'font-medium' : 'text-sm text-muted'}>{isPacked(packs) ? packText(packs) : text.none}</p>
      <Button size="sm" kind="quiet" icon={<Package size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {text.change}
      </Button>
    </div>
  );
}

interface PackFormProps {
  readonly packs: PackSizes;
  readonly actions: VariantActions;
  readonly onClose: () => void;
}

const OPTIONS = [
  { value: 'neither', label: text.neither },
  { value: 'shopify', label: sourceName('shopify') },
  { value: 'square', label: sourceName('square') },
] as const;

function PackForm({ packs, actions, onClose }: PackFormProps) {
  const before = packSide(packs);
  const [side, setSide] = useState<(typeof OPTIONS)[number]['value']>(before ?? 'shopify');
  const [typed, setTyped] = useState(before === null ? '' : String(packs[before]));
  const size = /^\d{1,9}$/u.test(typed.trim()) ? Number(typed) : Number.NaN;
  const isRight = side === 'neither' || (size >= 2 && size <= LARGEST_PACK);
  const save = async (): Promise<void> => {
    const next = side === 'neither' ? NO_PACKS : { ...NO_PACKS, [side]: size };
    if (await actions.savePacks(next)) onClose();
  };
  return (
    <form
      aria-label={text.title}
      className="flex flex-col gap-3 rounded-md border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight && actions.pending === null) void save();
      }}
    >
      <p className="text-sm text-muted">{text.explained}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Choice label={text.sells} labelShown wide options={OPTIONS} value={side} onChange={setSide} />
        {side !== 'neither' && (
          <TextField
            label={text.size}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={typed.trim() === '' || isRight ? '' : text.wrong(LARGEST_PACK)}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" busy={actions.pending === 'packs'} disabled={!isRight}>
          {text.save}
        </Button>
        <Button onClick={onClose}>{text.cancel}</Button>
      </div>
    </form>
  );
}
