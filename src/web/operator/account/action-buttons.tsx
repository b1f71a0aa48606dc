import { useState } from 'react';

import { SOURCES, sourceName, type Source } from '../../../domain/source';
import { Button } from '../../shared/components/button';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { SQUARE_QUESTION } from './state';
import type { AccountActions, AccountDeed } from './use-account-actions';

interface ActionButtonsProps {
  readonly actions: AccountActions;
  readonly shopifyAccess: boolean;
  readonly squareAccess: boolean;
}

const DEEDS: readonly AccountDeed[] = ['snapshot', 'locations'];

/** What the button of a deed says. */
function deedName(deed: AccountDeed, source: Source): string {
  return deed === 'snapshot' ? `New ${sourceName(source)} Snapshot` : `Sync ${sourceName(source)} Locations`;
}

/** Snapshots, location syncs and reconciliation. Shopify's are out of use without access to Shopify; Square's ask first without access to Square. */
export function ActionButtons({ actions, shopifyAccess, squareAccess }: ActionButtonsProps) {
  const [asked, setAsked] = useState<AccountDeed | null>(null);
  const press = async (deed: AccountDeed, source: Source) => {
    if (source === 'square' && !squareAccess) setAsked(deed);
    else await actions.run(deed, source);
  };
  return (
    <div role="group" aria-label="Actions" className="flex flex-wrap gap-2">
      {SOURCES.flatMap((source) =>
        DEEDS.map((deed) => (
          <Button
            key={`${deed}:${source}`}
            busy={actions.busy === `${deed}:${source}`}
            disabled={source === 'shopify' && !shopifyAccess}
            title={source === 'shopify' && !shopifyAccess ? 'Shopify is not connected.' : undefined}
            onClick={() => press(deed, source)}
          >
            {deedName(deed, source)}
          </Button>
        )),
      )}
      <Button busy={actions.busy === 'reconcile'} onClick={actions.reconcile}>
        Reconcile Now
      </Button>
      {asked !== null && (
        <ConfirmDialog
          title={deedName(asked, 'square')}
          question={SQUARE_QUESTION}
          action="Continue"
          onConfirm={async () => {
            setAsked(null);
            await actions.run(asked, 'square');
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
