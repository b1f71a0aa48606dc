import { SOURCES } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import { ButtonLink } from '../../shared/components/button';
import { Notice } from '../../shared/components/notice';
import { paths } from '../../shared/paths';
import { DoubtNotice } from './indeterminate-notice';
import { deactivationText, doubtOf, isOnboarded } from './state';

/** What stands in the way of the product doing its work, each with the way out. */
export function Banners({ status }: { readonly status: AccountStatus }) {
  const deactivation = deactivationText(status, Date.now());
  const missingAccess = !status.shopifyAccess || !status.squareAccess;
  return (
    <>
      {SOURCES.map((source) => {
        const doubt = doubtOf(status, source);
        return doubt === '' ? null : <DoubtNotice key={source} source={source} doubt={doubt} />;
      })}
      {deactivation !== null && (
        <Notice
          tone="warn"
          title="You are not subscribed"
          action={
            <ButtonLink href={paths.subscription} size="sm">
              Subscribe
            </ButtonLink>
          }
        >
          {deactivation}
        </Notice>
      )}
      {!status.hasMappedLocations && (
        <Notice
          tone="warn"
          title="No Synced Locations"
          action={
            <ButtonLink href={missingAccess ? paths.onboard : paths.locations} size="sm">
              {missingAccess ? 'Connect both platforms' : 'Choose locations'}
            </ButtonLink>
          }
        >
          Stock is kept in step between one Shopify location and one Square location.
        </Notice>
      )}
      {!isOnboarded(status) && (
        <Notice
          tone="info"
          title="Onboarding not finished"
          action={
            <ButtonLink href={paths.onboard} size="sm">
              Go to setup
            </ButtonLink>
          }
        >
          A few steps are left before everything works.
        </Notice>
      )}
    </>
  );
}
