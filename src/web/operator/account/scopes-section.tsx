import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { text } from './account.text';
import { SectionContent } from './section-content';
import { scopeRows, scopesAtom } from './state';

/** Lists the account's Shopify scopes: the granted ones bold, the others pale. */
export function ScopesSection({ accountId }: { readonly accountId: string }) {
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: scopesAtom,
    key: accountId,
    label: 'getting webhooks',
    make: (_, options) => operators.admin.adminGetScopes({ id: accountId }, options),
  });
  return (
    <SectionContent loaded={loaded} failed={text.scopes.failed}>
      {(scopes) => {
        const rows = scopeRows(scopes);
        return (
          <>
            <p className="mb-2 text-sm text-muted">{text.scopes.lead}</p>
            {rows.length === 0 ? (
              <p className="text-muted">{text.scopes.none}</p>
            ) : (
              <ul aria-label={text.scopes.label} className="grid gap-x-6 gap-y-1 font-mono text-sm sm:grid-cols-2">
                {rows.map(({ scope, granted }) => (
                  <li key={scope} className={granted ? 'font-bold' : 'text-faint'}>
                    {scope}
                    {!granted && <span className="sr-only">{text.scopes.notGranted}</span>}
                  </li>
                ))}
              </ul>
            )}
          </>
        );
      }}
    </SectionContent>
  );
}
