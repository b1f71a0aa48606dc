import type { AccessCheck } from '../../../domain/account/access';
import { sourceName } from '../../../domain/source';
import type { PlatformAccess } from '../../../gen/sh/connections_pb';

/** Returns what a platform reported about our access, with a text for a shop owner: what is wrong and how to fix it. */
export function toPlatformAccess(check: AccessCheck): PlatformAccess {
  const { source, state, name, grantedScopes, missingScopes, missingWebhooks } = check;
  return {
    source,
    state,
    name,
    grantedScopes: [...grantedScopes],
    missingScopes: [...missingScopes],
    webhooksChecked: missingWebhooks !== null,
    missingWebhooks: [...(missingWebhooks ?? [])],
    ...wordsFor(check),
  };
}

function wordsFor({ source, state, missingScopes, missingWebhooks }: AccessCheck): { problem: string; remedy: string } {
  const platform = sourceName(source);
  switch (state) {
    case 'ok':
      return { problem: '', remedy: '' };
    case 'not_connected':
      return { problem: `${platform} is not connected.`, remedy: `Connect ${platform}, and allow the access that it asks for.` };
    case 'refused':
      return {
        problem: `${platform} no longer grants Shelfbridge access. Access was revoked or has expired.`,
        remedy: `Reconnect ${platform}. Shelfbridge sends the waiting changes as soon as it has access again.`,
      };
    case 'unreachable':
      return {
        problem: `${platform} did not respond.`,
        remedy: 'You do not need to do anything. Shelfbridge keeps trying, and no changes are lost. Check again in a few minutes.',
      };
    case 'missing_scopes':
      return {
        problem: `${platform} has not granted Shelfbridge the permission for ${missingScopes.join(', ')}.`,
        remedy: `Reconnect ${platform} and allow everything on its page.`,
      };
    case 'missing_webhooks':
      return {
        problem: `${platform} does not notify Shelfbridge of every change: ${missingWebhooks?.join(', ') ?? ''}.`,
        remedy:
          source === 'shopify'
            ? 'Shelfbridge is creating these subscriptions again now. Check again in a minute.'
            : 'The Shelfbridge team has to fix this. Until then, Shelfbridge finds changes by reading stock regularly, which takes longer.',
      };
  }
}
