import { useCallback, useEffect, useRef } from 'react';

import { ok, type Result } from '../../../domain/result';
import type { Source } from '../../../domain/source';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import { applySteps, type ApplyOptions } from '../../shared/apply-skus';
import type { Failure } from '../../shared/rpc/failure';
import { countOutcomes } from '../../shared/sku-outcomes';
import { useCall, useToast, type Call } from '../../shared/state/calls';
import { useAtom, useSetAtom } from '../../shared/state/jotai';
import { nudgeStatusAtom } from '../../shared/state/session';
import { useIsShown } from '../../shared/state/use-is-shown';
import { searchLinks } from './find-links';
import type { LinkPlan, LinkStep } from './link-plan';
import { linkingText as text } from './linking.text';
import { readUnmatched } from './read-unmatched';
import { startReview, without, type Review } from './review';
import { linkingAtom, type Linking, type LinkingStage } from './state';

/** How long the summary stays of links that were stopped by leaving the page, in ms. */
const SUMMARY_MS = 30_000;

/** The page's state, and what moves it on. */
export interface LinkingActions {
  readonly linking: Linking;
  readonly search: () => void;
  readonly show: (kind: 'review' | 'plan') => void;
  readonly change: (change: (review: Review) => Review) => void;
  readonly keep: (source: Source) => void;
  /** Saves that a Shopify variant is none of these of Square's, or that it may be after all. */
  readonly saveSeparate: (shopifyId: string, squareIds: readonly string[], separate: boolean) => void;
  readonly apply: (plan: LinkPlan) => Promise<void>;
  /** Lets the running links finish, and starts no other. */
  readonly stop: () => void;
}

/** Searches both catalogs for what is the same, keeps what the merchant decides, and makes the links one by one. */
export function useLinking(): LinkingActions {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [linking, setLinking] = useAtom(linkingAtom);
  const running = useRef<AbortController | null>(null);
  const stopped = useRef(false);
  // One after the other: what is taken back at once must not arrive first.
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const isShown = useIsShown();
  const setStage = useCallback((stage: LinkingStage) => setLinking((before) => ({ ...before, stage })), [setLinking]);

  const search = useCallback(() => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    void run(call, controller.signal, { setStage, setLinking });
  }, [call, setStage, setLinking]);

  // A review that is under way stays when the page opens again.
  const isUnsearched = useRef(linking.review === null);
  useEffect(() => {
    if (isUnsearched.current) search();
    return () => running.current?.abort();
  }, [search]);

  const apply = async (plan: LinkPlan): Promise<void> => {
    stopped.current = false;
    const { steps } = plan;
    const show = (done: number): void => setStage({ kind: 'applying', done, total: steps.length, stopping: stopped.current });
    show(0);
    const applied = await applySteps(steps, {
      ...callsOf(call),
      // Without its page nobody could stop it, or see what became of it.
      isStopped: () => stopped.current || !isShown(),
      onProgress: show,
    });
    nudge();
    // What was not tried can still be linked; what was refused or has changed is searched for again.
    const gone = new Set(applied.outcomes.keys());
    setLinking((before) => ({
      ...before,
      stage: { kind: 'result', plan, ...applied },
      review: before.review === null ? null : without(before.review, gone),
    }));
    if (!isShown() || applied.failure?.code === 'unauthenticated')
      toast({
        tone: 'warn',
        header: text.ended.title,
        text: text.ended.summary(countOutcomes(steps, applied.outcomes)),
        durationMs: SUMMARY_MS,
      });
  };

  return {
    linking,
    search,
    show: (kind) => setStage({ kind }),
    change: (change) => setLinking((before) => (before.review === null ? before : { ...before, review: change(before.review) })),
    keep: (keep) => setLinking((before) => ({ ...before, keep })),
    saveSeparate: (shopifyId, squareIds, separate) => {
      const pairs = squareIds.map((squareId) => ({ shopifyId, squareId }));
      const options = { label: 'saving what is not the same', quiet: true } as const;
      saving.current = saving.current.then(() => call((api) => api.variants.saveSeparatePairs({ pairs, separate }), options));
    },
    apply,
    stop: () => {
      stopped.current = true;
      setLinking((before) => (before.stage.kind === 'applying' ? { ...before, stage: { ...before.stage, stopping: true } } : before));
    },
  };
}

interface Setters {
  readonly setStage: (stage: LinkingStage) => void;
  readonly setLinking: (change: (before: Linking) => Linking) => void;
}

async function run(call: Call, signal: AbortSignal, { setStage, setLinking }: Setters): Promise<void> {
  setLinking((before) => ({ ...before, stage: { kind: 'reading', read: 0 }, review: null }));
  const found = await readUnmatched(call, signal, (read) => setStage({ kind: 'reading', read }));
  if (signal.aborted) return;
  if (!found.ok) {
    setStage({ kind: 'failed', failure: found.error });
    return;
  }
  const { variants } = found.value;
  const links = await searchLinks(found.value, signal, (share) => setStage({ kind: 'comparing', share }));
  if (links === null || signal.aborted) return;
  setLinking((before) => ({
    ...before,
    stage: { kind: 'review' },
    review: startReview(links, variants),
    counts: { shopify: variants.shopify.length, square: variants.square.length },
  }));
}

/** Returns the calls that make a link: both variants are read again, and one whose SKU changed or that has a link is left alone. */
function callsOf(call: Call): Pick<ApplyOptions<LinkStep>, 'read' | 'save'> {
  const options = { toast: false, quiet: true } as const;
  const detail = (source: Source, { id, productId }: LinkStep['shopify']): Promise<Result<JoinedVariant, Failure>> =>
    call((api) => api.variants.getVariantDetail({ source, variantId: id, productId }), {
      ...options,
      label: 'reading a variant for a link',
    });
  return {
    read: async ({ shopify, square, variant }) => {
      const [ours, theirs] = await Promise.all([detail('shopify', shopify), detail('square', square)]);
      if (!ours.ok) return ours;
      if (!theirs.ok) return theirs;
      const isAsShown =
        ours.value.square === undefined &&
        theirs.value.shopify === undefined &&
        ours.value.shopify?.sku === shopify.sku &&
        theirs.value.square?.sku === square.sku;
      return ok(isAsShown ? variant.sku : null);
    },
    save: async ({ shopify, square, sku, writes }) => {
      const made = sku === '' ? await call((api) => api.variants.generateSku({}), { ...options, label: 'generating a sku' }) : ok({ sku });
      if (!made.ok) return made;
      const ids = { shopifyVariantId: writes === 'square' ? '' : shopify.id, squareVariantId: writes === 'shopify' ? '' : square.id };
      return call((api) => api.variants.saveSku({ ...ids, sku: made.value.sku }), { ...options, label: 'linking an item' });
    },
  };
}
