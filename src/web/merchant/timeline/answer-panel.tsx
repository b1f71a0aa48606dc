import { Fragment } from 'react';

import { SOURCES, sourceName } from '../../../domain/source';
import type { NumberAtTime } from '../../../gen/sh/history_pb';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { When } from '../../shared/components/when';
import { describeNumber, formatMoment } from './state';
import { text } from './timeline.text';

/** Both platforms' numbers at a time. */
export interface Answer {
  readonly shopify: NumberAtTime;
  readonly square: NumberAtTime;
}

/** Shows both numbers at a time; null while they are looked up. */
export function AnswerPanel({ at, answer }: { readonly at: string; readonly answer: Answer | null }) {
  return (
    <div role="group" aria-label={text.answer.label} className="rounded-lg border border-line bg-accent-soft px-4 py-3">
      <p className="font-semibold">
        <When at={at}>{text.answer.on(formatMoment(at))}</When>
      </p>
      {answer === null ? (
        <p className="text-muted">{text.answer.lookingUp}</p>
      ) : (
        <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {SOURCES.map((source) => {
            const { number, note } = describeNumber(answer[source]);
            return (
              <Fragment key={source}>
                <dt className="flex items-center gap-1.5 self-start text-muted">
                  <PlatformGlyph source={source} size={15} />
                  {sourceName(source)}
                </dt>
                <dd className="tabular-nums wrap-anywhere">
                  <span className="font-semibold">{number}</span>
                  {note !== '' && <span className="ml-2 text-muted">{note}</span>}
                </dd>
              </Fragment>
            );
          })}
        </dl>
      )}
    </div>
  );
}
