import type { OversellList } from '../../../gen/sh/issues_pb';
import { ButtonLink } from '../../shared/components/button';
import { Notice } from '../../shared/components/notice';
import { OversoldSales, shortText } from '../../shared/components/oversold-sales';
import { oversoldText as text } from '../../shared/oversold.text';
import { oversoldPath } from '../../shared/paths';
import { atom, useAtomValue } from '../../shared/state/jotai';
import { useLoad } from '../../shared/state/load';
import { idleQuery, latest, type Query } from '../../shared/state/remote';
import { statusAtom } from '../../shared/state/session';

const oversoldAtom = atom<Query<OversellList>>(idleQuery);

/** Shows that both platforms sold the same units of a variant; asks only while the account has such variants. */
export function OversoldNotice({ variantId }: { readonly variantId: string }) {
  const oversold = latest(useAtomValue(statusAtom))?.oversold ?? 0;
  return oversold === 0 || variantId === '' ? null : <Loaded variantId={variantId} />;
}

function Loaded({ variantId }: { readonly variantId: string }) {
  const { remote } = useLoad({
    atom: oversoldAtom,
    key: variantId,
    label: 'getting oversold units',
    make: (api, options) => api.issues.getOversells({ limit: 1, variantId }, options),
    live: true,
  });
  const [oversell] = latest(remote)?.oversells ?? [];
  if (oversell === undefined) return remote.state === 'failed' ? <Notice tone="warn">{text.loadFailed}</Notice> : null;
  return (
    <Notice
      tone="warn"
      title={`${text.title}: ${shortText(oversell)}`}
      action={
        <ButtonLink size="sm" href={oversoldPath}>
          {text.show}
        </ButtonLink>
      }
    >
      <div className="grid gap-2">
        <OversoldSales oversell={oversell} />
      </div>
    </Notice>
  );
}
