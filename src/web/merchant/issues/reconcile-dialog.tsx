import { useId, useState } from 'react';

import type { WriterCase, WriterProposal } from '../../../gen/sh/issues_pb';
import { Button } from '../../shared/components/button';
import { Dialog } from '../../shared/components/dialog';
import { Fact, Facts } from '../../shared/components/facts';
import { TextField } from '../../shared/components/field';
import { Notice } from '../../shared/components/notice';
import { Unloaded } from '../../shared/components/unloaded';
import { WriterCaseQuantities } from '../../shared/components/writer-case-facts';
import { formatChange, formatQuantity } from '../../shared/formats';
import { formatHistoryTime } from '../../shared/history-time';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { readUnits } from '../../shared/units';
import { variantName } from '../../shared/variant-names';
import { proposalAtom } from './state';
import type { CaseResolution } from './use-resolve-case';
import { writersText } from './writer-cases.text';

const text = writersText.reconciling;

interface ReconcileDialogProps {
  readonly one: WriterCase;
  readonly resolution: CaseResolution;
  readonly onSet: (quantity: number) => Promise<void>;
  readonly onClose: () => void;
}

/** What the dialog asks for now. */
interface Asking {
  /** Null until the platforms have been read for the first time. */
  readonly proposal: WriterProposal | null;
  /** The platforms may tell more in a while. */
  readonly mayCheckAgain: boolean;
  readonly asksQuantity: boolean;
  /** What stands in the box: what was typed, or else the proposed number. */
  readonly value: string;
  /** The number that it is; null when it is none that can be set. */
  readonly units: number | null;
}

function askingOf(proposal: WriterProposal | null, typed: string | null, counting: boolean): Asking {
  const mayCheckAgain = proposal?.why === 'active' || proposal?.why === 'unreachable';
  const value = typed ?? String(proposal?.quantity ?? '');
  const read = readUnits(value, true);
  return {
    proposal,
    mayCheckAgain,
    asksQuantity: proposal !== null && (!mayCheckAgain || counting),
    value,
    units: 'units' in read ? read.units : null,
  };
}

/** Asks for the number that both platforms should have, and shows how the proposed one was worked out, or why there is none. */
export function ReconcileDialog({ one, resolution: { busy, failed }, onSet, onClose }: ReconcileDialogProps) {
  // What was proposed before may be out of date: each time the dialog opens, both platforms are read.
  const [openedAt] = useState(() => Date.now());
  const loaded = useLoad({
    atom: proposalAtom,
    key: `${openedAt}:${one.id}`,
    label: 'working out the quantity',
    make: (api, options) => api.issues.getWriterProposal({ id: one.id }, options),
  });
  const form = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [counting, setCounting] = useState(false);
  const reading = loaded.remote.state === 'loading';
  const { proposal, mayCheckAgain, asksQuantity, value, units } = askingOf(latest(loaded.remote), typed, counting);
  const set = (): void => {
    if (asksQuantity && units !== null && busy === null && !reading) void onSet(units);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      lead={variantName(one.productName, one.variantName) || one.sku}
      footer={
        <>
          <Button onClick={onClose}>{writersText.keep}</Button>
          {mayCheckAgain && (
            <Button kind={asksQuantity ? 'secondary' : 'primary'} busy={reading} onClick={loaded.reload}>
              {text.checkAgain}
            </Button>
          )}
          {asksQuantity && <SetButton form={form} units={units} busy={busy === one.id} reading={reading} />}
        </>
      }
    >
      <div className="mt-3 flex flex-col gap-4">
        {proposal === null ? (
          <>
            {reading && <p className="text-muted">{text.reading}</p>}
            <Unloaded loaded={loaded} title={text.loadFailed} rows={4} />
          </>
        ) : (
          <form
            id={form}
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              set();
            }}
          >
            <Finding proposal={proposal} counting={counting} onCount={() => setCounting(true)} />
            {asksQuantity && (
              <Quantity value={value} isProposed={proposal.quantity !== undefined} readOnly={busy !== null} onChange={setTyped} />
            )}
          </form>
        )}
        {failed?.id === one.id && (
          <Notice tone="bad" title={text.failed}>
            {failed.text}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

interface SetButtonProps extends Pick<Asking, 'units'> {
  readonly form: string;
  readonly busy: boolean;
  /** The platforms are being read again: what is proposed may change. */
  readonly reading: boolean;
}

function SetButton({ form, units, busy, reading }: SetButtonProps) {
  return (
    <Button kind="primary" type="submit" form={form} busy={busy} disabled={units === null} aria-disabled={reading}>
      {units === null ? text.set : text.setTo(units)}
    </Button>
  );
}

interface QuantityProps {
  readonly value: string;
  /** A number was proposed; otherwise somebody has to count. */
  readonly isProposed: boolean;
  readonly readOnly: boolean;
  readonly onChange: (typed: string) => void;
}

function Quantity({ value, isProposed, readOnly, onChange }: QuantityProps) {
  const read = readUnits(value, true);
  return (
    <>
      <TextField
        label={text.quantity}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        readOnly={readOnly}
        onChange={(event) => onChange(event.target.value)}
        hint={isProposed ? text.changeHint : text.countHint}
        {...('error' in read ? { error: read.error } : {})}
      />
      <p className="text-sm text-muted">{text.consent}</p>
    </>
  );
}

interface FindingProps {
  readonly proposal: WriterProposal;
  /** The merchant enters a count although the platforms could be asked again. */
  readonly counting: boolean;
  readonly onCount: () => void;
}

function Finding({ proposal, counting, onCount }: FindingProps) {
  const { why, quantity } = proposal;
  const isFresh = why !== 'unreachable';
  const count = !counting && (
    <Button size="sm" onClick={onCount}>
      {text.countInstead}
    </Button>
  );
  return (
    <>
      <div className="grid gap-1">
        <p className="text-sm text-muted">{isFresh ? text.now : text.lastKnown}</p>
        <WriterCaseQuantities label={isFresh ? text.now : text.lastKnown} of={proposal} />
      </div>
      {quantity !== undefined ? (
        <Computed proposal={proposal} quantity={quantity} />
      ) : why === 'active' ? (
        <Notice tone="warn" title={text.active} action={count}>
          {counting ? text.countActive : text.activeText}
        </Notice>
      ) : why === 'unreachable' ? (
        <Notice tone="warn" title={text.unreachable} action={count}>
          {text.unreachableText}
        </Notice>
      ) : (
        <Notice tone="info" title={text.unclear}>
          {text.unclearText}
        </Notice>
      )}
    </>
  );
}

function Computed({ proposal, quantity }: { readonly proposal: WriterProposal; readonly quantity: number }) {
  const { start, startAt, shopifyChanges, squareChanges, copied } = proposal;
  return (
    <div className="grid gap-2">
      <section aria-label={text.computed} className="overflow-hidden rounded-lg border border-line bg-surface">
        <p className="border-b border-line bg-sunken px-4 py-2.5 font-semibold">{text.computed}</p>
        <Facts>
          {start !== undefined && <Fact name={text.start(formatHistoryTime(startAt))}>{formatQuantity(start)}</Fact>}
          <Fact name={text.shopify}>{formatChange(shopifyChanges)}</Fact>
          <Fact name={text.square}>{formatChange(squareChanges)}</Fact>
          <Fact name={text.proposed}>
            <span className="text-lg font-semibold">{formatQuantity(quantity)}</span>
          </Fact>
        </Facts>
      </section>
      <p className="text-sm text-muted">{text.copied(copied)}</p>
    </div>
  );
}
