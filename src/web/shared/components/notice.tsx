import { ChevronDown, CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { useBreakpoints } from './breakpoint';
import { cx } from './class-names';

/** The severity of a message. */
export type Tone = 'good' | 'info' | 'warn' | 'bad';

const TONES: Record<Tone, string> = {
  good: 'border-line bg-good-soft text-ink [&>svg]:text-good',
  info: 'border-line bg-accent-soft text-ink [&>svg]:text-accent',
  warn: 'border-warn-line bg-warn-soft text-ink [&>svg]:text-warn',
  bad: 'border-bad-line bg-bad-soft text-ink [&>svg]:text-bad',
};

/** Renders the icon of a tone. */
export function ToneIcon({ tone, size = 18 }: { readonly tone: Tone; readonly size?: number }) {
  const props = { size, 'aria-hidden': true, className: 'mt-px shrink-0' };
  switch (tone) {
    case 'good':
      return <CircleCheck {...props} />;
    case 'info':
      return <Info {...props} />;
    case 'warn':
      return <TriangleAlert {...props} />;
    case 'bad':
      return <CircleAlert {...props} />;
  }
}

interface NoticeProps {
  readonly tone: Tone;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** A message above a list. On a phone it collapses to its title, so that the list comes first. */
export function FoldedNotice({ tone, title, children, action }: NoticeProps) {
  if (useBreakpoints().has('sm')) {
    return (
      <Notice tone={tone} title={title} action={action}>
        {children}
      </Notice>
    );
  }
  return (
    <details role="status" className={cx('group rounded-lg border', TONES[tone])}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2.5 px-3">
        <ToneIcon tone={tone} />
        <span className="min-w-0 flex-1 truncate font-semibold">{title}</span>
        <ChevronDown size={16} className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-2 px-3 pb-3">
        <div className="text-muted wrap-anywhere">{children}</div>
        {action}
      </div>
    </details>
  );
}

/** A persistent message: what happened and what to do about it. */
export function Notice({ tone, title, children, action }: NoticeProps) {
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={cx('flex items-start gap-3 rounded-lg border px-4 py-3', TONES[tone])}>
      <ToneIcon tone={tone} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          {title !== undefined && <p className="font-semibold wrap-anywhere">{title}</p>}
          {children !== undefined && <div className="text-muted wrap-anywhere">{children}</div>}
        </div>
        {action}
      </div>
    </div>
  );
}
