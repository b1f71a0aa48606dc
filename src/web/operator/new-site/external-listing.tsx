import { ArrowRight, PackageSearch } from 'lucide-react';

import type { Source } from '../../../domain/source';
import { ButtonLink } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { Table, type Column } from '../../shared/components/table';
import { Unloaded } from '../../shared/components/unloaded';
import { sharedText } from '../../shared/shared.text';
import { useAtomValue } from '../../shared/state/jotai';
import type { Loaded } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { sessionAtom } from '../../shared/state/session';
import { operatorText } from '../operator.text';
import { pageAfter } from './external-state';
import { text } from './new-site.text';

interface ExternalListingProps<Answer extends object, Row> {
  readonly source: Source;
  /** The path of the listing. */
  readonly path: string;
  /** Cursor of the current page; '' for the first. */
  readonly cursor: string;
  readonly loaded: Loaded<Answer>;
  rowsOf(answer: Answer): readonly Row[];
  /** Cursor of the next page; '' on the last one. */
  nextOf(answer: Answer): string;
  readonly columns: readonly Column<Row>[];
  rowKey(row: Row): string;
}

/** Shows a page of a platform's own catalog, read live, with a link to the next page. */
export function ExternalListing<Answer extends object, Row>(props: ExternalListingProps<Answer, Row>) {
  const { source, path, cursor, loaded } = props;
  const label = text.listing.label(source);
  const shop = latest(useAtomValue(sessionAtom))?.shopifyDomain ?? '';
  const answer = latest(loaded.remote);
  const next = answer === null ? '' : props.nextOf(answer);
  const rows = answer === null ? [] : props.rowsOf(answer);
  return (
    <>
      <p className="mb-4 text-muted">{text.listing.lead(source, shop)}</p>
      <section aria-label={label} className="rounded-lg border border-line bg-surface shadow-card">
        {answer === null ? (
          <Unloaded loaded={loaded} title={text.listing.failed(source)} safe={operatorText.nothingChanged} rows={7} />
        ) : rows.length === 0 ? (
          <EmptyState icon={PackageSearch} title={text.listing.none}>
            {cursor === '' ? text.listing.noneInAccount(source) : text.listing.noneAfter}
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
          <nav aria-label={sharedText.pages} className="flex items-center justify-between gap-3 border-t border-line px-4 py-2.5">
            <p aria-live="polite" className="text-sm text-muted tabular-nums">
              {text.listing.onPage(rows.length)}
            </p>
            <div className="flex gap-2">
              {cursor !== '' && (
                <ButtonLink size="sm" href={path}>
                  {text.listing.firstPage}
                </ButtonLink>
              )}
              {next !== '' && (
                <ButtonLink size="sm" href={pageAfter(path, next)}>
                  {text.listing.nextPage}
                  <ArrowRight size={15} />
                </ButtonLink>
              )}
            </div>
          </nav>
        )}
      </section>
    </>
  );
}
