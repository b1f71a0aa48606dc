import { Inbox } from 'lucide-react';
import { lazy, useCallback, useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';

import type { WebhookPayload } from '../../../gen/sh/admin_pb';
import { Button, textLink } from '../../shared/components/button';
import { Choice } from '../../shared/components/choice';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { EmptyState } from '../../shared/components/empty-state';
import { LazyPart } from '../../shared/components/lazy-part';
import { SearchBox } from '../../shared/components/search-box';
import { Table, type Column } from '../../shared/components/table';
import { When } from '../../shared/components/when';
import { formatCount } from '../../shared/formats';
import { accountPath } from '../../shared/paths';
import { useCall, useToast } from '../../shared/state/calls';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { CursorList } from '../cursor-list';
import { formatTimestamp } from '../formats';
import { OperatorPage } from '../operator-page';
import { operatorText } from '../operator.text';
import {
  filterByType,
  PAGE_SIZE,
  payloadsAtom,
  PERIODS,
  periodStart,
  readPayloadsQuery,
  writePayloadsQuery,
  type PayloadsQuery,
} from './payloads-state';
import { webhooksText } from './webhooks.text';

const text = webhooksText.received;

const PayloadDrawer = lazy(async () => ({ default: (await import('./payload-drawer')).PayloadDrawer }));

/** Lists the webhooks that were received for one account, newest first, to view and replay them. */
export function PayloadsPage() {
  const { accountId = '' } = useParams<{ accountId?: string }>();
  const [params, setParams] = useSearchParams();
  const query = readPayloadsQuery(params);
  const [open, setOpen] = useState<WebhookPayload | null>(null);
  const [replaying, setReplaying] = useState<WebhookPayload | null>(null);
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: payloadsAtom,
    key: JSON.stringify([accountId, query.period, query.cursor]),
    label: 'getting webhook payloads',
    make: (_, options) =>
      operators.admin.adminGetWebhookPayloads(
        { accountId, since: periodStart(query.period, Date.now()), limit: PAGE_SIZE, cursor: query.cursor },
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
  const matching = (payloads: readonly WebhookPayload[]) => filterByType(payloads, query.type);
  const { busy, replay } = useReplay(accountId, loaded.reload);
  return (
    <OperatorPage
      title={text.title}
      lead={
        <Link href={accountPath(accountId)} className={textLink}>
          {operatorText.account(accountId)}
        </Link>
      }
      actions={<Button onClick={loaded.reload}>{text.refresh}</Button>}
    >
      <div className="mb-3 flex flex-wrap gap-2">
        <Choice label={text.period} options={PERIODS} value={query.period} onChange={(period) => show({ period, cursor: '' })} />
        <div className="flex max-w-xl min-w-64 flex-1">
          <SearchBox label={text.search} value={query.type} onSearch={search} whileTyping busy={false} />
        </div>
      </div>
      <CursorList
        label={text.title}
        loaded={loaded}
        cursor={query.cursor}
        failed={text.failed}
        rowHeight="h-12"
        summary={({ payloads }) => text.count(matching(payloads).length, payloads.length)}
        onCursor={(cursor) => setParams((before) => writePayloadsQuery({ ...readPayloadsQuery(before), cursor }))}
        isEmpty={({ payloads }) => matching(payloads).length === 0}
        empty={<NoPayloads query={query} />}
      >
        {({ payloads }) => (
          <Table
            label={text.title}
            columns={columns(setOpen, setReplaying)}
            rows={matching(payloads)}
            rowKey={(payload) => payload.id}
            rowHeight={48}
            onRow={(payload) => setOpen(payload)}
          />
        )}
      </CursorList>
      {open !== null && (
        <LazyPart onClose={() => setOpen(null)}>
          <PayloadDrawer payload={open} onReplay={() => setReplaying(open)} onClose={() => setOpen(null)} />
        </LazyPart>
      )}
      {replaying !== null && (
        <ConfirmDialog
          title={text.replayTitle}
          question={text.replayQuestion(replaying.type)}
          action={text.replay}
          busy={busy}
          onConfirm={async () => {
            await replay(replaying);
            setReplaying(null);
          }}
          onClose={() => setReplaying(null)}
        />
      )}
    </OperatorPage>
  );
}

function NoPayloads({ query: { period, type } }: { readonly query: PayloadsQuery }) {
  if (type !== '') {
    return (
      <EmptyState icon={Inbox} title={text.noMatch}>
        {text.noMatchHint(type)}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Inbox} title={text.none[period]}>
      {period === 'all' ? undefined : text.noneHint}
    </EmptyState>
  );
}

function useReplay(accountId: string, onDone: () => void) {
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
    toast({ tone: 'good', text: text.replayed(type) });
    onDone();
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
      header: text.type,
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
          {payload.type === '' ? text.noType : payload.type}
          {payload.problem !== '' && <span className="text-bad"> {text.unreadable}</span>}
        </button>
      ),
    },
    {
      key: 'received',
      header: text.receivedAt,
      width: 'w-36 sm:w-48',
      cell: ({ received }) => <When at={received}>{formatTimestamp(received)}</When>,
    },
    {
      key: 'size',
      header: text.characters,
      width: 'w-28',
      align: 'right',
      from: 'md',
      cell: ({ jsonPayload }) => formatCount(jsonPayload.length),
    },
    {
      key: 'replay',
      header: <span className="sr-only">{text.replay}</span>,
      headerName: text.replay,
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
          {text.replay}
          <span className="sr-only"> {payload.type}</span>
        </Button>
      ),
    },
  ];
}
