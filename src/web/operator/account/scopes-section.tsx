import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { latest } from '../../shared/state/remote';
import { SectionFailure } from './section-failure';
import { scopeRows, scopesAtom } from './state';

/** The customer's Shopify scopes: those that were granted bold, those that are only wished for pale. */
export function ScopesSection({ accountId }: { readonly accountId: string }) {
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: scopesAtom,
    key: accountId,
    label: 'getting webhooks',
    make: (_, options) => operators.admin.adminGetScopes({ id: accountId }, options),
  });
  const scopes = latest(loaded.remote);
  if (scopes === null) {
    return loaded.remote.state === 'failed' ? (
      <SectionFailure title="The scopes could not be read." failure={loaded.remote.failure} onRetry={loaded.reload} />
    ) : (
      <p className="px-4 pb-4 text-muted">Loading...</p>
    );
  }
  const rows = scopeRows(scopes);
  return (
    <div className="px-4 pb-4">
      <p className="mb-2 text-sm text-muted">Granted scopes are bold; pale ones are wished for and were not granted.</p>
      {rows.length === 0 ? (
        <p className="text-muted">No scopes</p>
      ) : (
        <ul aria-label="Scopes" className="grid gap-x-6 gap-y-1 font-mono text-sm sm:grid-cols-2">
          {rows.map(({ scope, granted }) => (
            <li key={scope} className={granted ? 'font-bold' : 'text-faint'}>
              {scope}
              {!granted && <span className="sr-only"> (not granted)</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
