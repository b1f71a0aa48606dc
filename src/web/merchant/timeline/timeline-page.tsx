import { History } from 'lucide-react';
import { useCallback } from 'react';
import { Link, useSearchParams } from 'wouter';

import { NumberAtTime, type TimelineResponse } from '../../../gen/sh/history_pb';
import { Button, textLink, touchTarget } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { ExportButton } from '../../shared/components/export-button';
import { Page } from '../../shared/components/page';
import { CursorPager } from '../../shared/components/pager';
import { SearchBox } from '../../shared/components/search-box';
import { Unloaded } from '../../shared/components/unloaded';
import { historyPath, inventorySearchPath } from '../../shared/paths';
import { useAtomValue } from '../../shared/state/jotai';
import { useLoad, type Loaded } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { AnswerPanel, type Answer } from './answer-panel';
import { readTimeline, saveTimeline } from './export';
import { timelineAtom } from './state';
import { TimeField } from './time-field';
import { readTimelineQuery, timelineRequest, writeTimelineQuery, type TimelineQuery } from './timeline-query';
import { TimelineTable } from './timeline-table';
import { text } from './timeline.text';

/** Identifies what a query finds. */
const keyOf = (query: TimelineQuery): string => JSON.stringify(query);

/** Shows every change of a SKU with both numbers after it, and the numbers at a time; SKU, time, and page are kept in the URL. */
export function TimelinePage() {
  const [params, setParams] = useSearchParams();
  const query = readTimelineQuery(params, Date.now());
  const { sku, at, cursor } = query;
  const { known, remote } = useAtomValue(timelineAtom);
  const show = useCallback(
    (next: Partial<TimelineQuery>) => {
      setParams((before) => writeTimelineQuery({ ...readTimelineQuery(before, Date.now()), cursor: '', ...next }), {
        // While a time is typed, each step of it may be a whole time.
        replace: next.at !== undefined && at !== '',
      });
    },
    [setParams, at],
  );
  const searchSku = useCallback((searched: string) => show({ sku: searched.trim() }), [show]);
  const isEmpty = at === '' && cursor === '' && known === keyOf(query) && latest(remote)?.lines.length === 0;
  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={
        sku === '' ? undefined : (
          <ExportButton
            key={sku}
            label={text.export}
            empty={isEmpty}
            read={(call, signal) => readTimeline(call, sku, signal)}
            save={(timeline) => saveTimeline(sku, timeline)}
          />
        )
      }
    >
      <div className="mb-3 flex max-w-xl gap-2">
        <SearchBox
          label={text.search}
          value={sku}
          onSearch={searchSku}
          whileTyping={false}
          busy={sku !== '' && remote.state === 'loading' && known !== keyOf(query)}
        />
      </div>
      {sku === '' ? (
        <section aria-label={text.title} className="rounded-lg border border-line bg-surface shadow-card">
          <EmptyState icon={History} title={text.noSku}>
            {text.noSkuAdvice}
          </EmptyState>
        </section>
      ) : (
        <SkuTimeline query={query} onShow={show} />
      )}
    </Page>
  );
}

interface SkuTimelineProps {
  readonly query: TimelineQuery;
  readonly onShow: (next: Partial<TimelineQuery>) => void;
}

/** The timeline of a SKU: the SKU with its links, the time whose numbers are shown, and the lines. */
function SkuTimeline({ query, onShow }: SkuTimelineProps) {
  const { sku, at, cursor } = query;
  const loaded = useLoad({
    atom: timelineAtom,
    key: keyOf(query),
    label: 'getting timeline',
    make: (api, options) => api.history.getTimeline(timelineRequest(query), options),
    live: true,
    keep: true,
  });
  // After a failure the last answer may be one to another query.
  const isCurrent = useAtomValue(timelineAtom).known === keyOf(query);
  const response = latest(loaded.remote);
  const failed = loaded.remote.state === 'failed';
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <h2 className="min-w-0 font-mono text-base font-semibold wrap-anywhere">{sku}</h2>
        <Link href={inventorySearchPath(sku)} className={`${textLink} ${touchTarget}`}>
          {text.showInInventory}
        </Link>
        <Link href={historyPath(sku)} className={`${textLink} ${touchTarget}`}>
          {text.history}
        </Link>
      </div>
      <div className="mb-4 flex flex-wrap items-start gap-x-6 gap-y-3">
        <TimeField at={at} onTime={(time) => onShow({ at: time })} />
        {/* Always there, so that a screen reader announces what appears in it. */}
        <div aria-live="polite" className="min-w-0 max-sm:w-full sm:flex-1">
          {/* The numbers come with the first page only. */}
          {at !== '' && cursor === '' && (isCurrent || !failed) && (
            <AnswerPanel at={at} answer={isCurrent && response !== null ? answerOf(response) : null} />
          )}
        </div>
      </div>
      <section aria-label={text.title} className="rounded-lg border border-line bg-surface shadow-card">
        <Lines
          query={query}
          response={visible(response, { sku, isCurrent, failed })}
          isCurrent={isCurrent}
          loaded={loaded}
          onShow={onShow}
        />
      </section>
    </>
  );
}

/** Returns the numbers of an answer; one that it lacks is not known. */
function answerOf({ shopify, square }: TimelineResponse): Answer {
  return { shopify: shopify ?? NumberAtTime.create(), square: square ?? NumberAtTime.create() };
}

/** Returns the lines to show: those of another time or page of the same SKU stay until the current ones arrive, or fail to. */
function visible(
  response: TimelineResponse | null,
  { sku, isCurrent, failed }: { readonly sku: string; readonly isCurrent: boolean; readonly failed: boolean },
): TimelineResponse | null {
  if (isCurrent) return response;
  return failed || response?.lines[0]?.row?.sku !== sku ? null : response;
}

interface LinesProps extends SkuTimelineProps {
  /** Null while there is none to show. */
  readonly response: TimelineResponse | null;
  readonly isCurrent: boolean;
  readonly loaded: Loaded<TimelineResponse>;
}

/** The lines with their pager, or what is shown in their place. */
function Lines({ query, response, isCurrent, loaded, onShow }: LinesProps) {
  if (response === null) return <Unloaded loaded={loaded} title={text.notLoaded} rows={10} height="h-15" />;
  return (
    <>
      {response.lines.length === 0 ? (
        <Nothing query={query} onShow={onShow} />
      ) : (
        <TimelineTable lines={response.lines} stale={!isCurrent} />
      )}
      <CursorPager
        cursor={query.cursor}
        next={isCurrent ? response.nextCursor : ''}
        summary={text.showing(response.lines.length)}
        onCursor={(cursor) => {
          onShow({ cursor });
          window.scrollTo({ top: 0 });
        }}
      />
    </>
  );
}

/** Shown in place of the lines where there are none. */
function Nothing({ query: { sku, at, cursor }, onShow }: SkuTimelineProps) {
  if (cursor !== '') return <EmptyState icon={History} title={text.noneOlder} />;
  if (at === '') {
    return (
      <EmptyState icon={History} title={text.none}>
        {text.noneAdvice(sku)}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={History} title={text.noneThen} action={<Button onClick={() => onShow({ at: '' })}>{text.time.clear}</Button>}>
      {text.noneThenAdvice}
    </EmptyState>
  );
}
