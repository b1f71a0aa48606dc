import { SOURCES } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import { ButtonLink } from '../../shared/components/button';
import { Notice } from '../../shared/components/notice';
import { WritersHoldNotice } from '../../shared/components/writers-hold-notice';
import { paths } from '../../shared/paths';
import { isAllOnHold } from '../../shared/state/writers';
import { text } from './dashboard.text';
import { SnapshotReviewNotice } from './snapshot-review-notice';
import { deactivationText, isOnboarded, reviewReason } from './state';

/** Everything that keeps the product from working for this account, each with what to do about it. */
export function Banners({ status }: { readonly status: AccountStatus }) {
  const deactivation = deactivationText(status, Date.now());
  const missingAccess = !status.shopifyAccess || !status.squareAccess;
  return (
    <>
      {isAllOnHold(status) && <WritersHoldNotice status={status} />}
      {SOURCES.map((source) => {
        const reason = reviewReason(status, source);
        return reason === '' ? null : <SnapshotReviewNotice key={source} source={source} reason={reason} />;
      })}
      {deactivation !== null && (
        <Notice
          tone="warn"
          title={text.banners.notSubscribed}
          action={
            <ButtonLink href={paths.subscription} size="sm">
              {text.banners.subscribe}
            </ButtonLink>
          }
        >
          {deactivation}
        </Notice>
      )}
      {!status.hasMappedLocations && (
        <Notice
          tone="warn"
          title={text.banners.noPair}
          action={
            <ButtonLink href={missingAccess ? paths.onboard : paths.locations} size="sm">
              {missingAccess ? text.banners.connectBoth : text.banners.selectLocations}
            </ButtonLink>
          }
        >
          {text.banners.whatPairsDo}
        </Notice>
      )}
      {!isOnboarded(status) && (
        <Notice
          tone="info"
          title={text.banners.notOnboarded}
          action={
            <ButtonLink href={paths.onboard} size="sm">
              {text.banners.goToSetup}
            </ButtonLink>
          }
        >
          {text.banners.finishSteps}
        </Notice>
      )}
    </>
  );
}
