import { useState } from 'react';

import { SOURCES, type Source } from '../../../domain/source';
import { Button } from '../../shared/components/button';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { text } from './account.text';
import type { AccountActions, SourceAction } from './use-account-actions';

interface ActionButtonsProps {
  readonly actions: AccountActions;
  readonly shopifyAccess: boolean;
  readonly squareAccess: boolean;
}

const SOURCE_ACTIONS: readonly SourceAction[] = ['snapshot', 'locations'];

/**
 * Shows the buttons for snapshots, location syncs and reconciliation. Without access to a platform, Shopify's are disabled and
 * Square's ask first.
 */
export function ActionButtons({ actions, shopifyAccess, squareAccess }: ActionButtonsProps) {
  const [confirming, setConfirming] = useState<SourceAction | null>(null);
  const press = async (action: SourceAction, source: Source) => {
    if (source === 'square' && !squareAccess) setConfirming(action);
    else await actions.run(action, source);
  };
  return (
    <div role="group" aria-label={text.actions.label} className="flex flex-wrap gap-2">
      {SOURCES.flatMap((source) => {
        const disabled = source === 'shopify' && !shopifyAccess;
        return SOURCE_ACTIONS.map((action) => (
          <Button
            key={`${action}:${source}`}
            busy={actions.busy === `${action}:${source}`}
            disabled={disabled}
            title={disabled ? text.actions.shopifyNotConnected : undefined}
            onClick={() => press(action, source)}
          >
            {text.actions[action](source)}
          </Button>
        ));
      })}
      <Button busy={actions.busy === 'reconcile'} onClick={actions.reconcile}>
        {text.actions.reconcile}
      </Button>
      {confirming !== null && (
        <ConfirmDialog
          title={text.actions[confirming]('square')}
          question={text.actions.squareQuestion}
          action={text.actions.continue}
          onConfirm={async () => {
            setConfirming(null);
            await actions.run(confirming, 'square');
          }}
          onClose={() => setConfirming(null)}
        />
      )}
    </div>
  );
}
