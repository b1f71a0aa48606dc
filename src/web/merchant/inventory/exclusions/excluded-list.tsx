import { useState } from 'react';

import { parseSource, sourceName } from '../../../../domain/source';
import type { Exclusion, ExclusionList } from '../../../../gen/sh/inventory_pb';
import { Button } from '../../../shared/components/button';
import { Notice } from '../../../shared/components/notice';
import { isolate } from '../../../shared/formats';
import { useCall, useToast } from '../../../shared/state/calls';
import { atom, useSetAtom } from '../../../shared/state/jotai';
import { useLoad } from '../../../shared/state/load';
import { idleQuery, latest, type Query } from '../../../shared/state/remote';
import { nudgeStatusAtom } from '../../../shared/state/session';
import { exclusionsText as text } from './exclusions.text';

const exclusionsAtom = atom<Query<ExclusionList>>(idleQuery);

/** What the merchant excludes, each with a button that includes it again. */
export function ExcludedList() {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [pending, setPending] = useState<Exclusion | null>(null);
  const loaded = useLoad({
    atom: exclusionsAtom,
    key: 'all',
    label: 'getting exclusions',
    make: (api, options) => api.inventory.getExclusions({}, options),
    live: true,
  });
  const exclusions = latest(loaded.remote)?.exclusions ?? null;
  const include = async (exclusion: Exclusion): Promise<void> => {
    setPending(exclusion);
    const answer = await call((api) => api.inventory.saveExclusion({ exclusion, excluded: false }), { label: 'including products' });
    setPending(null);
    if (!answer.ok) return;
    toast({ tone: 'good', text: text.included });
    nudge();
    loaded.reload();
  };
  return (
    <section aria-label={text.list} className="mb-3 flex flex-col gap-2">
      <p className="max-w-prose text-muted">{text.lead}</p>
      {exclusions === null && loaded.remote.state === 'failed' && <Notice tone="warn">{text.loadFailed}</Notice>}
      {exclusions?.length === 0 && <p className="text-muted">{text.none}</p>}
      {exclusions !== null && exclusions.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
          {exclusions.map((exclusion) => (
            <li key={keyOf(exclusion)} className="flex flex-wrap items-center justify-between gap-2 px-4 py-2">
              <span className="min-w-0 wrap-anywhere">{nameOf(exclusion)}</span>
              <Button
                size="sm"
                aria-label={text.includeLabel(nameOf(exclusion))}
                busy={pending === exclusion}
                aria-disabled={pending !== null}
                onClick={() => void include(exclusion)}
              >
                {text.include}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const keyOf = ({ kind, source, value }: Exclusion): string => [kind, source, value].join(' ');

function nameOf({ kind, source, value, name }: Exclusion): string {
  if (kind === 'vendor' || kind === 'type' || kind === 'tag') return text.kinds[kind](isolate(value));
  const platform = parseSource(source);
  return text.product(isolate(name === '' ? value : name), platform === null ? '' : sourceName(platform));
}
