import { CircleCheck } from 'lucide-react';
import { useState } from 'react';

import { SOURCES, sourceName, type Source } from '../../../domain/source';
import type { UnlinkedPair, UnlinkedVariant } from '../../../gen/sh/issues_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { EmptyState } from '../../shared/components/empty-state';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { Unloaded } from '../../shared/components/unloaded';
import { When } from '../../shared/components/when';
import { inventorySearchPath } from '../../shared/paths';
import { formatAgo } from '../../shared/relative-time';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { LIST_LIMIT } from './issues-query';
import { issuesText } from './issues.text';
import { issueName, unlinkedAtom } from './state';
import { repairLabel, repairsOf } from './unlinked-repairs';
import { useRepair, type Repairs } from './use-repair';

const text = issuesText.unlinked;

/** Lists pairs of variants that no longer sync although the merchant did not ask for it, each with what repairs it. */
export function UnlinkedList() {
  const loaded = useLoad({
    atom: unlinkedAtom,
    key: 'all',
    label: 'getting variants that no longer sync',
    make: (api, options) => api.issues.getUnlinked({ limit: LIST_LIMIT }, options),
    live: true,
  });
  const repairs = useRepair(loaded.reload);
  const [asking, setAsking] = useState(false);
  const list = latest(loaded.remote);
  return (
    <section aria-labelledby="issues-heading" className="rounded-lg border border-line bg-surface shadow-card">
      <div className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-4 py-3.5">
        <div>
          <h2 id="issues-heading" className="text-lg font-semibold">
            {text.name}
          </h2>
          <p className="mt-0.5 max-w-prose text-muted">{text.explanation}</p>
        </div>
        {list !== null && list.total > 1 && (
          <Button size="sm" onClick={() => setAsking(true)}>
            {text.dismissAll}
          </Button>
        )}
      </div>
      {repairs.failed?.id === 'all' && (
        <div className="px-4 pt-3">
          <Failed text={repairs.failed.text} />
        </div>
      )}
      {list === null ? (
        <Unloaded loaded={loaded} title={issuesText.loadFailed} rows={4} />
      ) : list.pairs.length === 0 ? (
        <EmptyState icon={CircleCheck} title={issuesText.empty}>
          {text.none}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {list.pairs.map((pair) => (
            <Pair key={pair.id} pair={pair} repairs={repairs} />
          ))}
        </ul>
      )}
      {list !== null && list.total > list.pairs.length && list.pairs.length > 0 && (
        <p className="px-4 py-3 text-sm text-muted">{text.more(list.pairs.length, list.total)}</p>
      )}
      {asking && (
        <ConfirmDialog
          title={text.dismissAll}
          question={text.dismissAllQuestion(list?.total ?? 0)}
          action={text.dismissAll}
          busy={repairs.busy?.id === 'all'}
          onConfirm={async () => {
            await repairs.dismiss(null);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

function Pair({ pair, repairs: { busy, failed, repair, dismiss } }: { readonly pair: UnlinkedPair; readonly repairs: Repairs }) {
  const named = pair.shopify?.variant ?? pair.square?.variant;
  const name = named === undefined ? '' : issueName(named);
  const taken = SOURCES.map((source) => pair[source]).find((side) => side?.state === 'linked');
  return (
    <li className="grid gap-2 px-4 py-3" data-pair={pair.id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="text-sm text-muted">
          <When at={pair.at}>{formatAgo(Date.parse(pair.at), Date.now())}</When>
        </span>
      </div>
      <p className="text-muted">
        {text.why[reasonOf(pair.why)]}
        {taken !== undefined && ` ${text.taken}`}
      </p>
      <dl className="grid gap-1 text-sm sm:grid-cols-2">
        {SOURCES.map((source) => (
          <Side key={source} source={source} pair={pair} />
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        {taken?.variant !== undefined && (
          <ButtonLink size="sm" href={inventorySearchPath(taken.variant.sku)}>
            {text.show}
            <span className="sr-only">{`: ${name}`}</span>
          </ButtonLink>
        )}
        {repairsOf(pair).map((one) => (
          <Button
            key={repairLabel(one)}
            size="sm"
            busy={busy?.id === pair.id && busy.action === repairLabel(one)}
            aria-disabled={busy !== null}
            aria-label={text.act(repairLabel(one), name)}
            onClick={() => repair(pair, one)}
          >
            {repairLabel(one)}
          </Button>
        ))}
        <Button
          size="sm"
          kind="quiet"
          busy={busy?.id === pair.id && busy.action === text.dismiss}
          aria-disabled={busy !== null}
          aria-label={text.act(text.dismiss, name)}
          onClick={() => dismiss(pair)}
        >
          {text.dismiss}
        </Button>
      </div>
      {failed?.id === pair.id && <Failed text={failed.text} />}
    </li>
  );
}

function Failed({ text: why }: { readonly text: string }) {
  return (
    <p role="alert" className="text-sm text-bad wrap-anywhere">
      {text.failed} {why}
    </p>
  );
}

function Side({ source, pair }: { readonly source: Source; readonly pair: UnlinkedPair }) {
  const side = pair[source];
  const quantity = side?.quantity === undefined ? text.notCounted : text.last(side.quantity);
  const state = side === undefined ? '' : standingOf(side);
  return (
    <div className="flex items-center gap-2">
      <dt className="flex items-center gap-1.5">
        <PlatformGlyph source={source} size={16} />
        <span className="sr-only">{sourceName(source)}</span>
      </dt>
      <dd className="min-w-0">
        <span className="font-mono text-xs wrap-anywhere">{side?.variant?.sku || issuesText.noSku}</span>{' '}
        <span className="text-muted">
          {quantity}
          {state === '' ? '' : `, ${state}`}
        </span>
      </dd>
    </div>
  );
}

function standingOf({ state, variant }: UnlinkedVariant): string {
  if (state === 'gone') return text.gone;
  if (state === 'linked') return text.linkedElsewhere;
  return variant?.inventoryTracked === false ? text.untracked : '';
}

function reasonOf(why: string): keyof typeof text.why {
  return why === 'removed' || why === 'untracked' ? why : 'sku-changed';
}
