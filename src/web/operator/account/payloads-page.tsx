import { Inbox } from 'lucide-react';
import { lazy, useCallback, useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';

import type { WebhookPayload } from '../../../gen/sh/admin_pb';
import { Button, textLink } from '../../shared/components/button';
import { Choice } from '../../shared/components/choice';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { EmptyState } from '../../shared/components/empty-state';
import { ErrorPanel } from '../../shared/components/error-panel';
import { LazyPart } from '../../shared/components/lazy-part';
import { CursorPager } from '../../shared/components/pager';
import { SearchBox } from '../../shared/components/search-box';
import { SkeletonRows } from '../../shared/components/skeleton';
import { Table, type Column } from '../../shared/components/table';
import { When } from '../../shared/components/when';
import { accountPath } from '../../shared/paths';
import { useCall, useToast } from '../../shared/state/calls';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { latest } from '../../shared/state/remote';
import { formatMoment } from '../formats';
import { OperatorPage } from '../operator-page';
import {
  ofType,
  PAGE_SIZE,
  payloadsAtom,
  readPayloadsQuery,
  shownText,
  spanBegins,
  SPANS,
  writePayloadsQuery,
  type PayloadsQuery,
} from './payloads-state';

const PayloadDrawer = lazy(async () => ({ default: (await import('./payload-drawer')).PayloadDrawer }));

/** Webhooks as they were received for one customer, the newest first: to read, and to hand on once more. */
export function PayloadsPage() {
  const { accountId = '' } = useParams<{ accountId?: string }>();
  const [params, setParams] = useSearchParams();
  const query = readPayloadsQuery(params);
  const [open, setOpen] = useState<WebhookPayload | null>(null);
  const [asked, setAsked] = useState<WebhookPayload | null>(null);
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: payloadsAtom,
    key: JSON.stringify([accountId, query.span, query.cursor]),
    label: 'getting webhook payloads',
    make: (_, options) =>
      operators.admin.adminGetWebhookPayloads(
        { accountId, since: spanBegins(query.span, Date.now()), limit: PAGE_SIZE, cursor: query.cursor },
        options,
      ),
    keep: true,
  });
  const show = useCallback(
    (next: Partial<PayloadsQuery>) =>
      setParams((before) => writePayloadsQuery({ ...readPayloadsQuery(before), ...next }), { replace: true }),
    [setParams],
  );
  const search = useCallback((type: string) => show({ type: type.trim() }), [show]);
  const list = latest(loaded.remote);
  const shown = ofType(list?.payloads ?? [], query.type);
  const replaying = useReplay(accountId, loaded.reload);
  return (
    <OperatorPage
      title="Received webhooks"
      lead={
        <Link href={accountPath(accountId)} className={textLink}>
          Account {accountId}
        </Link>
      }
      actions={<Button onClick={loaded.reload}>Refresh</Button>}
    >
      <div className="mb-3 flex flex-wrap gap-2">
        <Choice label="Since" options={SPANS} value={query.span} onChange={(span) => show({ span, cursor: '' })} />
        <div className="flex max-w-xl min-w-64 flex-1">
          <SearchBox label="Search by type" value={query.type} onSearch={search} whileTyping busy={false} />
        </div>
      </div>
      <section aria-label="Received webhooks" className="rounded-lg border border-line bg-surface shadow-card">
        {list === null ? (
          loaded.remote.state === 'failed' ? (
            <ErrorPanel
              title="The webhooks could not be loaded."
              safe="Nothing was changed."
              failure={loaded.remote.failure}
              onRetry={loaded.reload}
            />
          ) : (
            <SkeletonRows rows={8} />
          )
        ) : shown.length === 0 ? (
          <EmptyState icon={<Inbox size={22} aria-hidden="true" />} title="No webhooks">
            {query.type === '' ? 'None was received in this time.' : `None on this page has “${query.type}” in its type.`}
          </EmptyState>
        ) : (
          <Table
            label="Received webhooks"
            columns={columns(setOpen, setAsked)}
            rows={shown}
            rowKey={(payload) => payload.id}
            rowHeight={48}
            onRow={(payload) => setOpen(payload)}
          />
        )}
        {list !== null && (
          <CursorPager
            cursor={query.cursor}
            next={list.nextCursor}
            summary={shownText(shown.length, list.payloads.length)}
            onCursor={(cursor) => {
              setParams((before) => writePayloadsQuery({ ...readPayloadsQuery(before), cursor }));
              window.scrollTo({ top: 0 });
            }}
          />
        )}
      </section>
      {open !== null && (
        <LazyPart onClose={() => setOpen(null)}>
          <PayloadDrawer payload={open} onReplay={() => setAsked(open)} onClose={() => setOpen(null)} />
        </LazyPart>
      )}
      {asked !== null && (
        <ConfirmDialog
          title="Replay webhook"
          question={`Hand this ${asked.type} to the account once more? It passes through the same checks as when it came; what was done already is not done twice.`}
          action="Replay"
          busy={replaying.busy}
          onConfirm={async () => {
            await replaying.replay(asked);
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </OperatorPage>
  );
}

function useReplay(accountId: string, after: () => void) {
  const operators = useOperatorApi();
  const call = useCall();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const replay = async ({ id, type }: WebhookPayload) => {
    setBusy(true);
    const answer = await call((_, options) => operators.admin.adminReplayWebhookReceipt({ accountId, id }, options), {
      label: 'replaying webhook',
    });
    setBusy(false);
    if (!answer.ok) return;
    toast({ tone: 'good', text: `Replayed ${type}` });
    after();
  };
  return { busy, replay };
}

function columns(
  onOpen: (payload: WebhookPayload) => void,
  onReplay: (payload: WebhookPayload) => void,
): readonly Column<WebhookPayload>[] {
  return [
    {
      key: 'type',
      header: 'Type',
      hook: 'type',
      cell: (payload) => (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={(event) => {
            event.stopPropagation();
            onOpen(payload);
          }}
          className={`${textLink} max-w-full truncate rounded-sm font-mono text-sm`}
        >
          {payload.type === '' ? 'no type' : payload.type}
          {payload.problem !== '' && <span className="text-bad"> unreadable</span>}
        </button>
      ),
    },
    {
      key: 'received',
      header: 'Received',
      width: 'w-36 sm:w-48',
      cell: ({ received }) => <When at={received}>{formatMoment(received)}</When>,
    },
    {
      key: 'size',
      header: 'Characters',
      width: 'w-28',
      align: 'right',
      from: 'md',
      cell: ({ jsonPayload }) => jsonPayload.length.toLocaleString('en-US'),
    },
    {
      key: 'replay',
      header: <span className="sr-only">Replay</span>,
      headerName: 'Replay',
      width: 'w-28',
      align: 'right',
      from: 'sm',
      cell: (payload) => (
        <Button
          size="sm"
          kind="quiet"
          onClick={(event) => {
            event.stopPropagation();
            onReplay(payload);
          }}
        >
          Replay<span className="sr-only"> {payload.type}</span>
        </Button>
      ),
    },
  ];
}
