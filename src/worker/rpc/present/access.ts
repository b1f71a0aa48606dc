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
      return { problem: `${platform} is not connected.`, remedy: `Connect ${platform}, and allow what it asks for.` };
    case 'refused':
      return {
        problem: `${platform} no longer lets Shelfbridge in. Access was withdrawn or has ended.`,
        remedy: `Reconnect ${platform}. What is owed is sent as soon as it lets us in again.`,
      };
    case 'unreachable':
      return {
        problem: `${platform} did not answer just now.`,
        remedy: 'There is nothing for you to do: Shelfbridge keeps trying, and no change is lost. Check again in a few minutes.',
      };
    case 'missing_scopes':
      return {
        problem: `${platform} lets Shelfbridge in, but without the permission for ${missingScopes.join(', ')}.`,
        remedy: `Reconnect ${platform} and allow everything on its page.`,
      };
    case 'missing_webhooks':
      return {
        problem: `${platform} does not tell Shelfbridge of every change: ${missingWebhooks?.join(', ') ?? ''}.`,
        remedy:
          source === 'shopify'
            ? 'Shelfbridge is making these subscriptions again now. Check again in a minute.'
            : 'This is for the people who run Shelfbridge to mend. Until then changes are found by regular reading, which takes longer.',
      };
  }
}
