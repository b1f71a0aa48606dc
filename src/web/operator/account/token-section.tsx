import { useState } from 'react';

import type { SquareAuthToken } from '../../../gen/sh/admin_pb';
import { Button } from '../../shared/components/button';
import { Fact, Facts } from '../../shared/components/facts';
import { When } from '../../shared/components/when';
import { formatFull } from '../../shared/dates';
import { useCall, useToast } from '../../shared/state/calls';
import { useOperatorApi } from '../../shared/state/operator-api';
import { agoText } from '../formats';
import { text } from './account.text';

/** Shows the account's Square token. It is loaded only on request, since every view is recorded in the audit log. */
export function TokenSection({ merchantId }: { readonly merchantId: string }) {
  const operators = useOperatorApi();
  const call = useCall();
  const toast = useToast();
  const [token, setToken] = useState<SquareAuthToken | null>(null);
  const [busy, setBusy] = useState<'loading' | 'refreshing' | null>(null);
  if (merchantId === '') return <p className="px-4 pb-4 text-muted">{text.token.noAccount}</p>;
  const load = async (refresh: boolean) => {
    setBusy(refresh ? 'refreshing' : 'loading');
    const answer = await call((_, options) => operators.admin.adminGetSquareAuthToken({ merchantId, refresh }, options), {
      label: refresh ? 'refreshing the Square token' : 'getting the Square token',
    });
    setBusy(null);
    if (!answer.ok) return;
    setToken(answer.value);
    if (refresh) toast({ tone: 'good', text: text.token.refreshed });
  };
  return (
    <div className="pb-4">
      <p className="px-4 text-sm text-muted">{text.token.lead}</p>
      {token !== null && <TokenFacts merchantId={merchantId} token={token} />}
      <div className="mt-3 flex flex-wrap gap-2 px-4">
        <Button size="sm" busy={busy === 'loading'} onClick={() => load(false)}>
          {token === null ? text.token.show : text.token.showAgain}
        </Button>
        <Button size="sm" busy={busy === 'refreshing'} onClick={() => load(true)}>
          {text.token.refresh}
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
      <Fact name={text.token.merchant}>{mono(merchantId)}</Fact>
      <Fact name={text.token.accessToken}>{mono(accessToken)}</Fact>
      <Fact name={text.token.refreshToken}>{mono(refreshToken)}</Fact>
      <Fact name={text.token.type}>{tokenType || '–'}</Fact>
      <Fact name={text.token.expires}>
        {expiresAt === '' ? '–' : <When at={expiresAt}>{text.token.expiresAt(formatFull(expiresAt), agoText(expiresAt, Date.now()))}</When>}
      </Fact>
      <Fact name={text.token.scopes}>{mono(scopes.join(', '))}</Fact>
    </Facts>
  );
}
