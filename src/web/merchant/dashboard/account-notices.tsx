import { useState } from 'react';
import { Link } from 'wouter';

import { touchTarget, textLink } from '../../shared/components/button';
import { cx } from '../../shared/components/class-names';
import { ToneIcon } from '../../shared/components/notice';
import { Panel } from '../../shared/components/page';
import { text } from './dashboard.text';
import { accountNotices, filterNotices, type NoticeFacts, type NoticeFilter } from './state';

const FILTERS: readonly NoticeFilter[] = ['none', 'warnings', 'all'];

/** Returns what an empty list means: 'No warnings' only once every fact is known. */
function emptyText(filter: NoticeFilter, { missing, duplicate, disabled }: NoticeFacts): string {
  if (filter === 'none') return text.notices.hidden;
  return [missing, duplicate, disabled].includes(null) ? text.notices.loading : text.notices.noWarnings;
}

/** Lists the account's notices, each only while it is true. */
export function AccountNotices({ facts }: { readonly facts: NoticeFacts }) {
  const [filter, setFilter] = useState<NoticeFilter>('warnings');
  const notices = filterNotices(accountNotices(facts), filter);
  return (
    <Panel
      title={text.notices.heading}
      label={text.notices.heading}
      actions={
        <div role="group" aria-label={text.notices.filter} className="flex rounded-md border border-line bg-sunken p-0.5">
          {FILTERS.map((value) => (
            <button
              key={value}
              type="button"
              aria-pressed={filter === value}
              onClick={() => setFilter(value)}
              className={cx(
                'h-7 rounded-sm px-2.5 text-sm font-medium',
                filter === value ? 'bg-raised text-ink shadow-card ring-1 ring-line-strong' : 'text-muted hover:text-ink',
              )}
            >
              {text.notices.filters[value]}
            </button>
          ))}
        </div>
      }
    >
      {notices.length === 0 ? (
        <p className="px-4 py-4 text-muted">{emptyText(filter, facts)}</p>
      ) : (
        <ul className="divide-y divide-line">
          {notices.map((notice) => (
            <li key={notice.text} className="flex items-start gap-3 px-4 py-2.5">
              <span className={notice.tone === 'warn' ? 'text-warn' : 'text-good'}>
                <ToneIcon tone={notice.tone} />
              </span>
              <span className="min-w-0 flex-1">{notice.text}</span>
              {notice.link !== null && (
                <Link href={notice.link.href} className={`${textLink} ${touchTarget}`}>
                  {notice.link.label}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
