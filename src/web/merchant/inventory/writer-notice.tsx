import type { JoinedVariant } from '../../../gen/sh/common_pb';
import type { WriterCaseList } from '../../../gen/sh/issues_pb';
import { ButtonLink } from '../../shared/components/button';
import { Notice } from '../../shared/components/notice';
import { writerCasePath } from '../../shared/paths';
import { atom, useAtomValue } from '../../shared/state/jotai';
import { useLoad } from '../../shared/state/load';
import { idleQuery, latest, type Query } from '../../shared/state/remote';
import { statusAtom } from '../../shared/state/session';
import { happenedText } from '../../shared/writer-case';
import { writerCasesText as text } from '../../shared/writer-cases.text';

const caseAtom = atom<Query<WriterCaseList>>(idleQuery);

/**
 * Shows that another app changes a variant's stock as well, with what it did and a link to the case. That the variant is on hold, and why, is
 * known without the case; a case is asked for only while the account has any.
 */
export function WriterNotice({ variant }: { readonly variant: JoinedVariant }) {
  const status = latest(useAtomValue(statusAtom));
  const isHeld = variant.trouble === 'another_writer';
  const cases = (status?.writersHeld ?? 0) + (status?.writersSuspected ?? 0);
  return variant.id === '' || (cases === 0 && !isHeld) ? null : <Loaded variant={variant} isHeld={isHeld} />;
}

function Loaded({ variant, isHeld }: { readonly variant: JoinedVariant; readonly isHeld: boolean }) {
  const { remote } = useLoad({
    atom: caseAtom,
    key: variant.id,
    label: 'getting what another app changed',
    make: (api, options) => api.issues.getWriterCases({ limit: 1, variantId: variant.id }, options),
    live: true,
  });
  const [one] = latest(remote)?.cases ?? [];
  if (one === undefined && !isHeld) return remote.state === 'failed' ? <Notice tone="warn">{text.loadFailed}</Notice> : null;
  return (
    <Notice
      tone="warn"
      title={isHeld ? text.held : text.suspected}
      action={
        <ButtonLink size="sm" href={writerCasePath(variant.id)}>
          {isHeld ? text.show : text.details}
        </ButtonLink>
      }
    >
      <div className="grid gap-2">
        {isHeld && <p>{variant.troubleDetail}</p>}
        {one !== undefined && <p>{happenedText(one)}</p>}
        {one === undefined && remote.state === 'failed' && <p>{text.loadFailed}</p>}
      </div>
    </Notice>
  );
}
