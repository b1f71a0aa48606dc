import { RefreshCw } from 'lucide-react';

import { parseSource, sourceName } from '../../../domain/source';
import type { PlatformAccess } from '../../../gen/sh/connections_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { Page, Panel } from '../../shared/components/page';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { StatusBadge } from '../../shared/components/status-badge';
import { Unloaded } from '../../shared/components/unloaded';
import { connectPath, platformPath } from '../../shared/paths';
import { useAccessReport } from '../../shared/state/connections';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { sessionAtom } from '../../shared/state/session';
import { text } from './connections.text';

/** The states that connecting the platform again fixes. */
const FIXED_BY_RECONNECTING: ReadonlySet<string> = new Set(['not_connected', 'refused', 'missing_scopes']);

/** Checks our access to both platforms, and shows what is wrong and how to fix it. */
export function VerifyAccessPage() {
  const report = useAccessReport();
  const shop = latest(useAtomValue(sessionAtom))?.shopifyDomain ?? '';
  const known = latest(report.remote);
  return (
    <Page
      width="text"
      title={text.access.title}
      lead={text.access.lead}
      actions={
        <Button busy={report.remote.state === 'loading'} onClick={report.reload} icon={<RefreshCw size={16} />}>
          {text.access.check}
        </Button>
      }
    >
      {known === null ? (
        <Panel>
          <Unloaded loaded={report} title={text.access.notVerified} rows={4} height="h-16" />
        </Panel>
      ) : (
        <div className="flex flex-col gap-5" aria-live="polite">
          {known.platforms.map((platform) => (
            <AccessResult key={platform.source} access={platform} shopDomain={shop} />
          ))}
        </div>
      )}
    </Page>
  );
}

function AccessResult({ access, shopDomain }: { readonly access: PlatformAccess; readonly shopDomain: string }) {
  const source = parseSource(access.source);
  if (source === null) return null;
  const platform = sourceName(source);
  const okay = access.state === 'ok';
  return (
    <section aria-label={platform} className="rounded-lg border border-line bg-surface shadow-card">
      <div className="flex items-center gap-3 px-4 py-3.5">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-sunken text-muted">
          <PlatformGlyph source={source} size={20} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{platform}</h2>
          {access.name !== '' && <p className="truncate text-sm text-muted">{access.name}</p>}
        </div>
        <StatusBadge okay={okay}>{okay ? text.access.verified : text.needsAttention}</StatusBadge>
      </div>
      <div className="border-t border-line px-4 py-3.5">
        {okay ? (
          <p>
            {text.access.granted(platform, access.grantedScopes.length)}
            {access.webhooksChecked && ` ${text.access.webhooks}`}
          </p>
        ) : (
          <>
            <p className="font-medium">{access.problem}</p>
            <p className="mt-1 text-muted">{access.remedy}</p>
          </>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          {FIXED_BY_RECONNECTING.has(access.state) && (
            <ButtonLink external kind="primary" size="sm" href={connectPath(source, shopDomain)}>
              {access.state === 'not_connected' ? text.access.connect(platform) : text.access.reconnect(platform)}
            </ButtonLink>
          )}
          <ButtonLink size="sm" href={platformPath(source)}>
            {text.details}
            <span className="sr-only"> {text.detailsOf(platform)}</span>
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
