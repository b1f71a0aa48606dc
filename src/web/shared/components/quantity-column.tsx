import type { ReactNode } from 'react';

import type { Source } from '../../../domain/source';
import { PlatformGlyph } from './platform-glyph';
import type { Column } from './table';

/** The column of a platform's quantities; on a phone its heading is the platform's sign. */
export function quantityColumn<Row>(source: Source, cell: (row: Row) => ReactNode): Column<Row> {
  const name = source === 'shopify' ? 'Shopify Qty' : 'Square Qty';
  return {
    key: source,
    header: (
      <>
        <span className="inline-flex items-center gap-1 sm:hidden">
          <PlatformGlyph source={source} size={15} /> Qty
        </span>
        <span className="max-sm:hidden">{name}</span>
      </>
    ),
    headerName: name,
    width: 'w-16 sm:w-32',
    align: 'right',
    sortKey: `${source}_quantity`,
    hook: source,
    cell,
  };
}
