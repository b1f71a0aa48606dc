import { ArrowRight, PackageSearch } from 'lucide-react';

import { ButtonLink } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { ErrorPanel } from '../../shared/components/error-panel';
import { SkeletonRows } from '../../shared/components/skeleton';
import { Table, type Column } from '../../shared/components/table';
import { formatCount } from '../../shared/formats';
import { useAtomValue } from '../../shared/state/jotai';
import type { Loaded } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { sessionAtom } from '../../shared/state/session';
import { pageAfter } from './external-state';

interface ExternalListingProps<Answer extends object, Row> {
  readonly label: string;
  /** The platform's name. */
  readonly platform: string;
  /** The listing's own address. */
  readonly path: string;
  /** The page in sight begins here; '' for the first. */
  readonly cursor: string;
  readonly loaded: Loaded<Answer>;
  rowsOf(answer: Answer): readonly Row[];
  /** Where the next page begins; '' on the last. */
  nextOf(answer: Answer): string;
  readonly columns: readonly Column<Row>[];
  rowKey(row: Row): string;
}

/** A page of a platform's own catalogue, read from it at this moment, with the way to the next page where there is one. */
export function ExternalListing<Answer extends object, Row>(props: ExternalListingProps<Answer, Row>) {
  const { label, platform, path, cursor, loaded } = props;
  const shop = latest(useAtomValue(sessionAtom))?.shopifyDomain ?? '';
  const answer = latest(loaded.remote);
  const next = answer === null ? '' : props.nextOf(answer);
  const rows = answer === null ? [] : props.rowsOf(answer);
  return (
    <>
      <p className="mb-4 text-muted">
        As {platform} has it at this moment, for the account of <bdi className="font-medium text-ink">{shop}</bdi>.
      </p>
      <section aria-label={label} className="rounded-lg border border-line bg-surface shadow-card">
        {answer === null ? (
          loaded.remote.state === 'failed' ? (
            <ErrorPanel
              title={`${platform} could not be asked.`}
              safe="Nothing was changed."
              failure={loaded.remote.failure}
              onRetry={loaded.reload}
            />
          ) : (
            <SkeletonRows rows={7} />
          )
        ) : rows.length === 0 ? (
          <EmptyState icon={<PackageSearch size={22} aria-hidden="true" />} title="No items">
            {platform} has none to list {cursor === '' ? 'for this account' : 'after this page'}.
          </EmptyState>
        ) : (
          <Table
            label={label}
            columns={props.columns}
            rows={rows}
            rowKey={(row) => props.rowKey(row)}
            rowHeight={41}
            stale={loaded.stale}
          />
        )}
        {answer !== null && (
          <nav aria-label="Pages" className="flex items-center justify-between gap-3 border-t border-line px-4 py-2.5">
            <p aria-live="polite" className="text-sm text-muted tabular-nums">
              {formatCount(rows.length)} on this page
            </p>
            <div className="flex gap-2">
              {cursor !== '' && (
                <ButtonLink size="sm" href={path}>
                  First Page
                </ButtonLink>
              )}
              {next !== '' && (
                <ButtonLink size="sm" href={pageAfter(path, next)}>
                  Next Page
                  <ArrowRight size={15} aria-hidden="true" />
                </ButtonLink>
              )}
            </div>
          </nav>
        )}
      </section>
    </>
  );
}
