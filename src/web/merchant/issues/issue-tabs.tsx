import { CircleAlert, Copy, Unlink, type LucideIcon } from 'lucide-react';
import { Link } from 'wouter';

import { SOURCES, sourceName } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { ChannelCounts } from '../../../gen/sh/common_pb';
import { cx } from '../../shared/components/class-names';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { formatCount } from '../../shared/formats';
import { issuesPath, oversoldPath, unlinkedPath, writersPath } from '../../shared/paths';
import type { LoadedIssueCounts } from '../../shared/state/counts';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { statusAtom } from '../../shared/state/session';
import { KINDS, type EventView, type IssueKind, type IssuesQuery } from './issues-query';
import { issuesText as text } from './issues.text';
import { writersText } from './writer-cases.text';

interface IssueTabsProps {
  /** Null while a list of events is shown. */
  readonly query: IssuesQuery | null;
  /** The list of events that is shown; null for none. */
  readonly events: EventView | null;
  readonly counts: LoadedIssueCounts;
}

/** A list of events, and how many variants it has. */
interface EventList {
  readonly view: EventView;
  readonly name: string;
  readonly path: string;
  readonly icon: LucideIcon;
  readonly count: (status: AccountStatus) => number;
}

const EVENTS: readonly EventList[] = [
  {
    view: 'writers',
    name: writersText.name,
    path: writersPath,
    icon: Copy,
    count: (status) => status.writersHeld + status.writersSuspected,
  },
  { view: 'oversold', name: text.oversold.name, path: oversoldPath, icon: CircleAlert, count: ({ oversold }) => oversold },
  { view: 'unlinked', name: text.unlinked.name, path: unlinkedPath, icon: Unlink, count: ({ unlinked }) => unlinked },
];

/** Links to the lists, each with its count: three of events, and three kinds of issue on two platforms. */
export function IssueTabs({ query, events, counts }: IssueTabsProps) {
  const countsOf: Record<IssueKind, ChannelCounts | null> = {
    missing_skus: latest(counts.missing.remote),
    duplicate_skus: latest(counts.duplicate.remote),
    inventory_disabled: latest(counts.disabled.remote),
  };
  const status = latest(useAtomValue(statusAtom));
  const counted = EVENTS.map((list) => ({ ...list, variants: status === null ? 0 : list.count(status) }));
  const shown = counted.filter(({ view, variants }) => variants > 0 || view === events);
  return (
    <nav aria-label={text.kindsLabel} className="mb-5 grid gap-2 sm:grid-cols-3">
      {shown.map(({ view, name, path, icon: Icon, variants }) => (
        <div key={view} className="rounded-lg border border-line bg-surface p-1.5 shadow-card sm:col-span-3">
          <Link href={path} aria-current={view === events ? 'page' : undefined} className={linkClass(view === events)}>
            <Icon size={16} aria-hidden="true" />
            <span className="truncate">{name}</span>
            {/* None, or a Worker that does not count them yet: the list says which. */}
            {variants > 0 && <Count count={variants} />}
          </Link>
        </div>
      ))}
      {KINDS.map((view) => (
        <div key={view} className="rounded-lg border border-line bg-surface p-1.5 shadow-card">
          <p className="px-2 pt-1 pb-1.5 text-sm text-muted">{text.kinds[view].name}</p>
          <div className="grid grid-cols-2 gap-1">
            {SOURCES.map((source) => {
              const here = query !== null && query.view === view && query.source === source;
              const count = countsOf[view]?.[source];
              return (
                <Link key={source} href={issuesPath(view, source)} aria-current={here ? 'page' : undefined} className={linkClass(here)}>
                  <PlatformGlyph source={source} size={16} />
                  <span className="truncate">{sourceName(source)}</span>
                  <span className="sr-only">{text.countLabel(text.kinds[view].name)}</span>
                  <Count count={count} />
                </Link>
              );
            })}
          </div>
        </div>
      ))}
    </nav>
  );
}

function linkClass(here: boolean): string {
  return cx(
    'flex items-center gap-2 rounded-md px-2 py-1.5 max-sm:min-h-11 no-underline transition-colors',
    here ? 'bg-accent-soft text-ink ring-1 ring-accent' : 'text-muted hover:bg-hover hover:text-ink',
  );
}

function Count({ count }: { readonly count: number | undefined }) {
  return (
    <span className={cx('ml-auto font-semibold tabular-nums', count !== undefined && count > 0 && 'text-warn')}>
      {count === undefined ? '–' : formatCount(count)}
    </span>
  );
}
