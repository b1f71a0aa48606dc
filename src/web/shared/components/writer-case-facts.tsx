import { ChevronDown } from 'lucide-react';

import { parseSource, SOURCES, sourceName } from '../../../domain/source';
import type { WriterCase, WriterCopy } from '../../../gen/sh/issues_pb';
import { formatChange } from '../formats';
import { formatHistoryTime } from '../history-time';
import { certainText, uncertainText } from '../writer-case';
import { writerCasesText as text } from '../writer-cases.text';
import { PlatformGlyph } from './platform-glyph';
import { Quantity } from './quantity';
import { When } from './when';

/** Shows what is certain and what is not about another app that changes a variant's stock, and the changes that it repeated. */
export function WriterCaseFacts({ one }: { readonly one: WriterCase }) {
  return (
    <>
      <dl className="grid max-w-prose gap-x-3 text-sm sm:grid-cols-[auto_1fr] sm:gap-y-1">
        <dt className="text-muted">{text.certain}</dt>
        <dd className="min-w-0 wrap-anywhere max-sm:mb-1.5">{certainText(one)}</dd>
        <dt className="text-muted">{text.notCertain}</dt>
        <dd className="min-w-0 wrap-anywhere max-sm:mb-1.5">{uncertainText(one)}</dd>
        {one.appName.trim() === '' && one.appId !== '' && (
          <>
            <dt className="text-muted">{text.appId}</dt>
            <dd className="min-w-0 font-mono text-xs leading-5 wrap-anywhere">{one.appId}</dd>
          </>
        )}
      </dl>
      {one.latest.length > 0 && <LatestCopies copies={one.latest} />}
    </>
  );
}

/** Shows how many units each platform has, as far as that is known. */
export function WriterCaseQuantities({ label, of }: { readonly label: string; readonly of: Pick<WriterCase, 'shopify' | 'square'> }) {
  return (
    <dl aria-label={label} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {SOURCES.map((source) => (
        <div key={source} className="inline-flex items-center gap-1.5">
          <dt className="inline-flex items-center gap-1.5 text-muted">
            <PlatformGlyph source={source} size={16} />
            {sourceName(source)}
          </dt>
          <dd className="font-semibold tabular-nums">
            <Quantity units={of[source]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function LatestCopies({ copies }: { readonly copies: readonly WriterCopy[] }) {
  return (
    <details className="group text-sm">
      <summary className="inline-flex w-fit items-center gap-1 rounded-sm font-medium text-accent max-sm:min-h-11">
        {text.changes(copies.length)}
        <ChevronDown size={15} aria-hidden="true" className="group-open:rotate-180" />
      </summary>
      <ul className="mt-1 grid gap-1">
        {copies.map((copy) => (
          // Two copies may be equal in all they say.
          <li key={copies.indexOf(copy)} className="flex flex-wrap items-center gap-x-2">
            <PlatformGlyph source={parseSource(copy.source) ?? 'shopify'} size={16} />
            <span className="text-muted">{sourceName(parseSource(copy.source) ?? 'shopify')}</span>
            <span className="font-medium tabular-nums">{formatChange(copy.delta)}</span>
            <span className="text-muted">
              <When at={copy.at}>{formatHistoryTime(copy.at)}</When>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
