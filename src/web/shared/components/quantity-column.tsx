import type { ReactNode } from 'react';

import type { Source } from '../../../domain/source';
import { sharedText } from '../shared.text';
import { PlatformGlyph } from './platform-glyph';
import type { Column } from './table';

/** Returns the table column of a platform's quantities. On a phone its heading shows the platform's glyph. */
export function quantityColumn<Row>(source: Source, cell: (row: Row) => ReactNode): Column<Row> {
  const name = sharedText.quantityOn(source);
  return {
    key: source,
    header: (
      <>
        <span className="inline-flex items-center gap-1 sm:hidden">
          <PlatformGlyph source={source} size={15} /> {sharedText.quantity}
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
