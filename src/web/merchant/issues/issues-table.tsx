import type { ReactNode } from 'react';

import type { Variant } from '../../../gen/sh/common_pb';
import { textLink } from '../../shared/components/button';
import { Table, type Column } from '../../shared/components/table';
import { issueName } from './state';

interface IssuesTableProps {
  readonly label: string;
  readonly variants: readonly Variant[];
  readonly stale: boolean;
  readonly action: string;
  /** Why a row came back, by variant id. */
  readonly errors: ReadonlyMap<string, string>;
  readonly onAct: (variant: Variant) => void;
}

/** The variants with an issue, each with what mends it. */
export function IssuesTable({ label, variants, stale, action, errors, onAct }: IssuesTableProps) {
  const act = (variant: Variant): ReactNode => (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`${action}: ${issueName(variant)}`}
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
    { key: 'sku', header: 'sku', width: 'w-28 sm:w-44', cell: (variant) => <Sku sku={variant.sku} /> },
    {
      key: 'name',
      header: 'name',
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
    { key: 'variant', header: 'variant id', width: 'w-48', from: 'lg', cell: (variant) => <Id id={variant.id} /> },
    { key: 'product', header: 'product id', width: 'w-48', from: 'lg', cell: (variant) => <Id id={variant.productId} /> },
    {
      key: 'action',
      header: <span className="sr-only">Action</span>,
      headerName: 'Action',
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
    <span className="text-bad">[missing sku]</span>
  ) : (
    <span className="block truncate font-mono text-xs" title={sku}>
      {sku}
    </span>
  );
}

/** An id by its last part, which is what the platform's own pages show; the whole on hover. */
function Id({ id }: { readonly id: string }) {
  return (
    <span className="block truncate font-mono text-xs text-muted" title={id}>
      {id.slice(id.lastIndexOf('/') + 1)}
    </span>
  );
}
