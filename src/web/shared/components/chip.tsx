import type { ReactNode } from 'react';

import { cx } from './class-names';
import type { Tone } from './notice';

const TONES: Record<Tone | 'plain', string> = {
  good: 'bg-good-soft text-good',
  info: 'bg-accent-soft text-accent',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  plain: 'bg-sunken text-muted',
};

interface ChipProps {
  readonly tone: Tone | 'plain';
  /** Explanation on hover. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** A short label in a row. */
export function Chip({ tone, title, children }: ChipProps) {
  return (
    <span
      title={title}
      className={cx('inline-block max-w-full shrink-0 rounded-sm px-1.5 text-xs leading-5 font-medium wrap-anywhere', TONES[tone])}
    >
      {children}
    </span>
  );
}
