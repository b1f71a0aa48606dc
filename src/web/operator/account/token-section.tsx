import { useState } from 'react';

import type { SquareAuthToken } from '../../../gen/sh/admin_pb';
import { Button } from '../../shared/components/button';
import { Fact, Facts } from '../../shared/components/facts';
import { When } from '../../shared/components/when';
import { formatFull } from '../../shared/dates';
import { useCall, useToast } from '../../shared/state/calls';
import { useOperatorApi } from '../../shared/state/operator-api';
import { agoText } from '../formats';

/** What is known of the customer's Square token; it is asked for on a press alone, since every look is written down. */
export function TokenSection({ merchantId }: { readonly merchantId: string }) {
  const operators = useOperatorApi();
  const call = useCall();
  const toast = useToast();
  const [token, setToken] = useState<SquareAuthToken | null>(null);
  const [busy, setBusy] = useState<'looking' | 'refreshing' | null>(null);
  if (merchantId === '') return <p className="px-4 pb-4 text-muted">No Square account is connected, so there is no token.</p>;
  const ask = async (refresh: boolean) => {
    setBusy(refresh ? 'refreshing' : 'looking');
    const answer = await call((_, options) => operators.admin.adminGetSquareAuthToken({ merchantId, refresh }, options), {
      label: refresh ? 'refreshing the square token' : 'getting the square token',
    });
    setBusy(null);
    if (!answer.ok) return;
    setToken(answer.value);
    if (refresh) toast({ tone: 'good', text: 'Token refreshed' });
  };
  return (
    <div className="pb-4">
      <p className="px-4 text-sm text-muted">
        The token opens the merchant’s Square account. Its values are masked, unless this installation shows them; each look is written to
        the audit.
      </p>
      {token !== null && <TokenFacts merchantId={merchantId} token={token} />}
      <div className="mt-3 flex flex-wrap gap-2 px-4">
        <Button size="sm" busy={busy === 'looking'} onClick={() => ask(false)}>
          {token === null ? 'Show' : 'Show again'}
        </Button>
        <Button size="sm" busy={busy === 'refreshing'} onClick={() => ask(true)}>
          Refresh token
        </Button>
      </div>
    </div>
  );
}

function TokenFacts({ merchantId, token }: { readonly merchantId: string; readonly token: SquareAuthToken }) {
  const { accessToken, refreshToken, tokenType, scopes, expiresAt } = token;
  const mono = (value: string) => <span className="font-mono text-sm break-all">{value === '' ? '–' : value}</span>;
  return (
    <Facts>
      <Fact name="Square merchant">{mono(merchantId)}</Fact>
      <Fact name="Access token">{mono(accessToken)}</Fact>
      <Fact name="Refresh token">{mono(refreshToken)}</Fact>
      <Fact name="Type">{tokenType || '–'}</Fact>
      <Fact name="Expires">
        {expiresAt === '' ? '–' : <When at={expiresAt}>{`${formatFull(expiresAt)} (${agoText(expiresAt, Date.now())})`}</When>}
      </Fact>
      <Fact name="Scopes">{mono(scopes.join(', '))}</Fact>
    </Facts>
  );
}
