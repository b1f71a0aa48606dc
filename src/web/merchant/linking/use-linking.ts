import { useCallback, useEffect, useRef } from 'react';

import { ok } from '../../../domain/result';
import { applySteps, type ApplySkuOptions } from '../../shared/apply-skus';
import { countOutcomes } from '../../shared/sku-outcomes';
import { useCall, useToast, type Call } from '../../shared/state/calls';
import { useAtom, useSetAtom } from '../../shared/state/jotai';
import { nudgeStatusAtom } from '../../shared/state/session';
import { useIsShown } from '../../shared/state/use-is-shown';
import { searchLinks } from './find-links';
import type { LinkPlan, SkuStep } from './link-plan';
import { linkingText as text } from './linking.text';
import { makeLinks } from './make-links';
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
  readonly setCopySkus: (on: boolean) => void;
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
    const links = plan.links.map(({ shopify }) => shopify);
    const show = (what: 'links' | 'skus', total: number, done: number): void =>
      setStage({ kind: 'applying', what, done, total, stopping: stopped.current });
    show('links', links.length, 0);
    // Without its page nobody could stop it, or see what became of it.
    const isStopped = (): boolean => stopped.current || !isShown();
    const options = { label: 'linking items', toast: false, quiet: true } as const;
    const linked = await makeLinks(plan.links, {
      save: (pairs, bulkChangeId) => call((api) => api.variants.saveLinks({ pairs: [...pairs], bulkChangeId }), options),
      isStopped,
      onProgress: (done) => show('links', links.length, done),
    });
    const wanted = plan.skus.filter(({ id }) => linked.outcomes.get(id)?.kind === 'set');
    const skus =
      linking.copySkus && wanted.length > 0
        ? await applySteps(wanted, {
            ...callsOf(call, crypto.randomUUID()),
            isStopped,
            onProgress: (done) => show('skus', wanted.length, done),
          })
        : null;
    nudge();
    // What was not tried can still be linked; what was refused is searched for again.
    const gone = new Set(linked.outcomes.keys());
    setLinking((before) => ({
      ...before,
      stage: { kind: 'result', plan, linked, skus },
      review: before.review === null ? null : without(before.review, gone),
    }));
    if (!isShown() || linked.failure?.code === 'unauthenticated')
      toast({
        tone: 'warn',
        header: text.ended.title,
        text: text.ended.summary(countOutcomes(links, linked.outcomes)),
        durationMs: SUMMARY_MS,
      });
  };

  return {
    linking,
    search,
    show: (kind) => setStage({ kind }),
    change: (change) => setLinking((before) => (before.review === null ? before : { ...before, review: change(before.review) })),
    setCopySkus: (copySkus) => setLinking((before) => ({ ...before, copySkus })),
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

/** Returns the calls that copy a SKU, as a part of one bulk change: the variant is read again, and one that has got a SKU meanwhile is left alone. */
function callsOf(call: Call, bulkKey: string): Pick<ApplySkuOptions<SkuStep>, 'read' | 'save'> {
  const options = { toast: false, quiet: true } as const;
  return {
    read: async ({ source, variant: { id, productId } }) => {
      const found = await call((api) => api.variants.getVariantDetail({ source, variantId: id, productId }), {
        ...options,
        label: 'reading a variant before its sku is set',
      });
      return found.ok ? ok(found.value[source]?.sku ?? null) : found;
    },
    save: async ({ source, variant: { id }, sku }) => {
      const ids = { shopifyVariantId: source === 'shopify' ? id : '', squareVariantId: source === 'square' ? id : '' };
      return call((api) => api.variants.saveSku({ ...ids, sku, bulkKey }), { ...options, label: 'copying a sku' });
    },
  };
}
