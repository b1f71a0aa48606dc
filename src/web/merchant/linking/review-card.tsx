import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import { sourceName } from '../../../domain/source';
import { packsFrom } from '../../../domain/sync/pack-size';
import type { Variant } from '../../../gen/sh/common_pb';
import { Button } from '../../shared/components/button';
import { cx } from '../../shared/components/class-names';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { SimilarPair } from '../../shared/components/similar-pair';
import { linkingText } from './linking.text';
import { decide, takeBack, type Candidate, type ReviewItem } from './review';
import { itemName } from './state';
import type { LinkingActions } from './use-linking';

const text = linkingText.review;

interface ReviewCardProps {
  readonly item: ReviewItem;
  /** How many items are to be reviewed, this one among them. */
  readonly left: number;
  readonly canUndo: boolean;
  /** The Shopify variant that was decided last; '' for none. */
  readonly last: string;
  readonly actions: LinkingActions;
}

/** Asks what one Shopify variant is at Square. Letters and arrows decide while the focus is within the card. */
export function ReviewCard(props: ReviewCardProps) {
  const { item, left } = props;
  const card = useRef<HTMLElement>(null);
  const known = useRef(item.shopify.id);
  // The next item takes over the focus, so that the keyboard goes on.
  useEffect(() => {
    if (known.current !== item.shopify.id) card.current?.focus();
    known.current = item.shopify.id;
  }, [item.shopify.id]);
  return <Card key={item.shopify.id} {...props} card={card} left={left} />;
}

function Card({ item, left, canUndo, last, actions, card }: ReviewCardProps & { readonly card: React.RefObject<HTMLElement | null> }) {
  const { shopify, candidates } = item;
  const [place, setPlace] = useState(0);
  const chosen = candidates[Math.min(place, candidates.length - 1)];
  const canAccept = chosen !== undefined && packsFrom(chosen.link) !== null;
  const accept = (): void => {
    if (chosen === undefined || !canAccept) return;
    actions.change((before) => decide(before, shopify.id, { kind: 'link', squareId: chosen.square.id }));
  };
  const separate = (): void => {
    const squareIds = candidates.map(({ square }) => square.id);
    actions.saveSeparate(shopify.id, squareIds, true);
    actions.change((before) => decide(before, shopify.id, { kind: 'separate', squareIds }));
  };
  const skip = (): void => actions.change((before) => decide(before, shopify.id, { kind: 'skip' }));
  const undo = (): void => undoLast(actions, last);
  const press: Readonly<Record<string, (() => void) | undefined>> = {
    a: accept,
    n: separate,
    s: skip,
    u: canUndo ? undo : undefined,
    arrowdown: () => setPlace(Math.min(place + 1, candidates.length - 1)),
    arrowup: () => setPlace(Math.max(place - 1, 0)),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = press[event.key.toLowerCase()];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-labelledby="review-question"
      onKeyDown={onKeyDown}
      className="rounded-lg border border-line bg-surface shadow-card"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2 border-b border-line px-4 py-3">
        <h2 id="review-question" className="text-base font-semibold">
          {text.question}
        </h2>
        <p role="status" className="text-sm text-muted tabular-nums">
          {text.left(left)}
        </p>
      </div>
      <div className="grid gap-4 p-4 md:grid-cols-2">
        <div className="rounded-md bg-sunken p-3">
          <Platform source="shopify" />
          <Item variant={shopify} />
        </div>
        <fieldset className="flex min-w-0 flex-col gap-2">
          <legend className="sr-only">{text.candidates}</legend>
          {candidates.map((candidate, index) => (
            <Choice key={candidate.square.id} candidate={candidate} checked={candidate === chosen} onChoose={() => setPlace(index)} />
          ))}
        </fieldset>
      </div>
      <div className="flex flex-wrap gap-2 border-t border-line px-4 py-3">
        <Button kind="primary" aria-disabled={!canAccept} onClick={accept}>
          {text.accept}
        </Button>
        <Button onClick={separate}>{candidates.length === 1 ? text.separate : text.separateAll}</Button>
        <Button onClick={skip}>{text.skip}</Button>
        <Button kind="quiet" aria-disabled={!canUndo} onClick={undo}>
          {text.undo}
        </Button>
        <p className="self-center text-sm text-faint max-sm:hidden">{text.keys}</p>
      </div>
    </section>
  );
}

/** Takes back the last decision. */
function undoLast(actions: LinkingActions, shopifyId: string): void {
  const decision = actions.linking.review?.decisions.get(shopifyId);
  if (decision?.kind === 'separate') actions.saveSeparate(shopifyId, decision.squareIds, false);
  actions.change((before) => takeBack(before, [shopifyId]));
}

function Platform({ source }: { readonly source: 'shopify' | 'square' }) {
  return (
    <p className="mb-1 flex items-center gap-1.5 text-sm text-muted">
      <PlatformGlyph source={source} size={15} /> {sourceName(source)}
    </p>
  );
}

function Item({ variant }: { readonly variant: Variant }) {
  const facts = [
    variant.sku.trim() === '' ? text.noSku : text.sku(variant.sku),
    ...(variant.barcode === '' ? [] : [text.barcode(variant.barcode)]),
  ];
  return (
    <>
      <p className="font-medium wrap-anywhere">{itemName(variant)}</p>
      <p className="font-mono text-xs wrap-anywhere text-muted">{facts.join(' · ')}</p>
    </>
  );
}

interface ChoiceProps {
  readonly candidate: Candidate;
  readonly checked: boolean;
  readonly onChoose: () => void;
}

function Choice({ candidate, checked, onChoose }: ChoiceProps) {
  const { square, link } = candidate;
  return (
    <label
      className={cx(
        'flex cursor-pointer gap-3 rounded-md border p-3 has-focus-visible:outline-2 has-focus-visible:outline-accent',
        checked ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
      )}
    >
      <input type="radio" name="candidate" className="mt-1 size-4 shrink-0 accent-accent" checked={checked} onChange={onChoose} />
      <span className="min-w-0">
        <Platform source="square" />
        <Item variant={square} />
        <span className="mt-1 flex flex-col gap-1">
          <SimilarPair pair={link} isLikely={link.confidence === 'likely'} />
        </span>
      </span>
    </label>
  );
}
