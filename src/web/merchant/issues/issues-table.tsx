import type { ReactNode } from 'react';

import type { Variant } from '../../../gen/sh/common_pb';
import { textLink } from '../../shared/components/button';
import { Table, type Column } from '../../shared/components/table';
import { issuesText as text } from './issues.text';
import { issueName } from './state';

interface IssuesTableProps {
  readonly label: string;
  readonly variants: readonly Variant[];
  readonly stale: boolean;
  readonly action: string;
  /** Why a row returned, by variant id. */
  readonly errors: ReadonlyMap<string, string>;
  readonly onAct: (variant: Variant) => void;
}

/** Lists the variants with an issue, each with the action that fixes it. */
export function IssuesTable({ label, variants, stale, action, errors, onAct }: IssuesTableProps) {
  const act = (variant: Variant): ReactNode => (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={text.act(action, issueName(variant))}
      className={`${textLink} rounded-sm text-right`}
      onClick={(event) => {
        event.stopPropagation();
        onAct(variant);
      }}
    >
      {action}
    </button>
  );
  const columns: readonly Column<Variant>[] = [
    { key: 'sku', header: text.columns.sku, width: 'w-28 sm:w-44', cell: (variant) => <Sku sku={variant.sku} /> },
    {
      key: 'name',
      header: text.columns.name,
      cell: (variant) => (
        <>
          <span className="block wrap-anywhere">{issueName(variant)}</span>
          {errors.has(variant.id) && (
            <span role="alert" className="block text-sm text-bad">
              {errors.get(variant.id)}
            </span>
          )}
        </>
      ),
    },
    { key: 'variant', header: text.columns.variantId, width: 'w-48', from: 'lg', cell: (variant) => <Id id={variant.id} /> },
    { key: 'product', header: text.columns.productId, width: 'w-48', from: 'lg', cell: (variant) => <Id id={variant.productId} /> },
    {
      key: 'action',
      header: <span className="sr-only">{text.columns.action}</span>,
      headerName: text.columns.action,
      width: 'w-26 sm:w-36',
      align: 'right',
      cell: act,
    },
  ];
  return (
    <Table
      label={label}
      columns={columns}
      rows={variants}
      rowKey={(variant) => variant.id}
      rowSku={(variant) => variant.sku}
      rowHeight={45}
      stale={stale}
      onRow={onAct}
    />
  );
}

function Sku({ sku }: { readonly sku: string }) {
  return sku === '' ? (
    <span className="text-bad">{text.noSku}</span>
  ) : (
    <span className="block truncate font-mono text-xs" title={sku}>
      {sku}
    </span>
  );
}

/** Shows the last part of an id, as the platform's own pages do, and the whole on hover. */
function Id({ id }: { readonly id: string }) {
  return (
    <span className="block truncate font-mono text-xs text-muted" title={id}>
      {id.slice(id.lastIndexOf('/') + 1)}
    </span>
  );
}
