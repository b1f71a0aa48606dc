import { CircleCheck } from 'lucide-react';
import { useState } from 'react';

import type { Oversell } from '../../../gen/sh/issues_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { EmptyState } from '../../shared/components/empty-state';
import { OversoldSales, shortText } from '../../shared/components/oversold-sales';
import { Unloaded } from '../../shared/components/unloaded';
import { When } from '../../shared/components/when';
import { historyPath } from '../../shared/paths';
import { formatAgo } from '../../shared/relative-time';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { variantName } from '../../shared/variant-names';
import { LIST_LIMIT } from './issues-query';
import { issuesText } from './issues.text';
import { oversoldAtom } from './state';
import { useDismiss, type Dismissal } from './use-dismiss';

const text = issuesText.oversold;

/** Lists variants of which both platforms sold what only one had, with both sales and what to do about them. */
export function OversoldList() {
  const loaded = useLoad({
    atom: oversoldAtom,
    key: 'all',
    label: 'getting oversold variants',
    make: (api, options) => api.issues.getOversells({ limit: LIST_LIMIT, variantId: '' }, options),
    live: true,
  });
  const dismissal = useDismiss((api, request) => api.issues.dismissOversells(request), loaded.reload);
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
            {issuesText.unlinked.dismissAll}
          </Button>
        )}
      </div>
      {dismissal.failed?.id === null && (
        <div className="px-4 pt-3">
          <Failed why={dismissal.failed.text} />
        </div>
      )}
      {list === null ? (
        <Unloaded loaded={loaded} title={issuesText.loadFailed} rows={4} />
      ) : list.oversells.length === 0 ? (
        <EmptyState icon={CircleCheck} title={issuesText.empty}>
          {text.none}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {list.oversells.map((oversell) => (
            <Case key={oversell.id} oversell={oversell} dismissal={dismissal} />
          ))}
        </ul>
      )}
      {list !== null && list.total > list.oversells.length && list.oversells.length > 0 && (
        <p className="px-4 py-3 text-sm text-muted">{issuesText.unlinked.more(list.oversells.length, list.total)}</p>
      )}
      {asking && (
        <ConfirmDialog
          title={issuesText.unlinked.dismissAll}
          question={text.dismissAllQuestion(list?.total ?? 0)}
          action={issuesText.unlinked.dismissAll}
          busy={dismissal.busy?.id === null}
          onConfirm={async () => {
            await dismissal.dismiss(null);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

function Case({ oversell, dismissal: { busy, failed, dismiss } }: { readonly oversell: Oversell; readonly dismissal: Dismissal }) {
  const { id, at, sku, productName, variantName: name } = oversell;
  const title = variantName(productName, name) || sku;
  return (
    <li className="grid gap-2 px-4 py-3" data-oversell={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium wrap-anywhere">
          {title} <span className="font-mono text-xs font-normal text-muted">{sku}</span>
        </span>
        <span className="text-sm text-muted">
          <When at={at}>{formatAgo(Date.parse(at), Date.now())}</When>
        </span>
      </div>
      <p className="font-medium text-warn">{shortText(oversell)}</p>
      <OversoldSales oversell={oversell} />
      <div className="flex flex-wrap gap-2">
        <ButtonLink size="sm" href={historyPath(sku)}>
          {text.history}
          <span className="sr-only">{`: ${title}`}</span>
        </ButtonLink>
        <Button
          size="sm"
          kind="quiet"
          busy={busy?.id === id}
          aria-disabled={busy !== null}
          aria-label={issuesText.act(issuesText.unlinked.dismiss, title)}
          onClick={() => dismiss(id)}
        >
          {issuesText.unlinked.dismiss}
        </Button>
      </div>
      {failed?.id === id && <Failed why={failed.text} />}
    </li>
  );
}

function Failed({ why }: { readonly why: string }) {
  return (
    <p role="alert" className="text-sm text-bad wrap-anywhere">
      {issuesText.unlinked.failed} {why}
    </p>
  );
}
