import type { AccountStatus } from '../../../gen/sh/account_pb';
import { writersPath } from '../paths';
import { isAllOnHold } from '../state/writers';
import { writerCasesText as text } from '../writer-cases.text';
import { ButtonLink } from './button';
import { FoldedNotice } from './notice';

/** Says how much is on hold because of another app, and leads to what the merchant can do; nothing while nothing is. */
export function WritersHoldNotice({ status }: { readonly status: AccountStatus }) {
  const isAll = isAllOnHold(status);
  if (status.writersHeld === 0 && !isAll) return null;
  return (
    <FoldedNotice
      tone={isAll ? 'bad' : 'warn'}
      title={isAll ? text.allOnHold : text.banner(status.writersHeld)}
      action={
        <ButtonLink size="sm" href={writersPath}>
          {text.show}
        </ButtonLink>
      }
    >
      {isAll ? text.allOnHoldText : text.bannerText(status.writersHeld)}
    </FoldedNotice>
  );
}
