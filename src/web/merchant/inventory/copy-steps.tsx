import { Copy, PackageCheck } from 'lucide-react';

import { otherSource, sourceName, type Source } from '../../../domain/source';
import { Button } from '../../shared/components/button';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { formatCount } from '../../shared/formats';
import { copiesText } from './copies.text';
import type { CopyCounts } from './variant-state';

interface CopyConfirmProps {
  readonly to: Source;
  readonly counts: CopyCounts;
  readonly busy: boolean;
  readonly onCopy: () => void;
  readonly onBack: () => void;
}

/** Shows what a copy to the other platform would create, and asks for confirmation. */
export function CopyConfirm({ to, counts, busy, onCopy, onBack }: CopyConfirmProps) {
  const from = otherSource(to);
  const text = copiesText.confirm;
  const toName = sourceName(to);
  return (
    <section aria-label={text.label(toName)} className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
      <h4 className="text-lg font-semibold">{text.title(toName)}</h4>
      <dl className="flex flex-col gap-2">
        <Line source={from} count={counts.withSku}>
          {text.withSku(from, counts.withSku)}
        </Line>
        <Line source={to} count={counts.matching}>
          {text.matching(to, counts.matching)}
        </Line>
      </dl>
      <p className="text-muted">{text.toCopy(toName, counts.toCopy)}</p>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" busy={busy} disabled={counts.toCopy === 0} onClick={onCopy} icon={<Copy size={15} />}>
          {text.copy(to, counts.toCopy)}
        </Button>
        <Button onClick={onBack} disabled={busy}>
          {text.back}
        </Button>
      </div>
    </section>
  );
}

function Line({ source, count, children }: { readonly source: Source; readonly count: number; readonly children: string }) {
  return (
    <div className="flex items-center gap-2.5">
      <PlatformGlyph source={source} size={18} />
      <dd className="min-w-6 text-right text-lg font-semibold tabular-nums">{formatCount(count)}</dd>
      <dt className="text-muted">{children}</dt>
    </div>
  );
}

/** Confirms that the copy has started. */
export function CopyStarted({ to, onClose }: { readonly to: Source; readonly onClose: () => void }) {
  const text = copiesText.started;
  return (
    <div role="status" className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <div className="mb-1 flex size-12 items-center justify-center rounded-full bg-good-soft text-good">
        <PackageCheck size={24} />
      </div>
      <p className="text-lg font-semibold">{text.title(sourceName(to))}</p>
      <p className="max-w-sm text-muted">{text.explained}</p>
      <div className="mt-3">
        <Button kind="primary" onClick={onClose}>
          {text.close}
        </Button>
      </div>
    </div>
  );
}
