import { parseSource } from '../../../domain/source';
import type { Oversell, OversellChange } from '../../../gen/sh/issues_pb';
import { formatHistoryTime } from '../history-time';
import { oversoldText as text } from '../oversold.text';
import { Chip } from './chip';
import { PlatformGlyph } from './platform-glyph';
import { When } from './when';

/** Shows the sales of both platforms that took the same units, which one came later, and what to do about it. */
export function OversoldSales({ oversell }: { readonly oversell: Oversell }) {
  const { changes, later, moreChanges } = oversell;
  const last = changes.findLast(({ source }) => source === later);
  return (
    <>
      <ul className="grid gap-1 text-sm">
        {changes.map((change) => (
          // Two sales of one platform may be equal in all they say.
          <Sale key={changes.indexOf(change)} change={change} isLater={change === last} />
        ))}
      </ul>
      {moreChanges > 0 && <p className="text-sm text-muted">{text.more(moreChanges)}</p>}
      <p>{text.refund[parseSource(later) ?? 'unknown']}</p>
    </>
  );
}

function Sale({ change: { source, at, atLatest, message }, isLater }: { readonly change: OversellChange; readonly isLater: boolean }) {
  const time = formatHistoryTime(at);
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <PlatformGlyph source={parseSource(source) ?? 'shopify'} size={16} named />
      <span className="min-w-0 wrap-anywhere">{message}</span>
      <span className="text-muted">
        <When at={at}>{atLatest ? text.by(time) : time}</When>
      </span>
      {isLater && <Chip tone="warn">{text.later}</Chip>}
    </li>
  );
}

/** Returns by how much a variant is oversold now, as a sentence part. */
export function shortText({ shortBy }: Oversell): string {
  if (shortBy === undefined) return text.notLinked;
  return shortBy > 0 ? text.short(shortBy) : text.inStock;
}
