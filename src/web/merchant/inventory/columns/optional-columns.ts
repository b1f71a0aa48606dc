import { useMemo } from 'react';

import { useBreakpoints, type Breakpoint } from '../../../shared/components/breakpoint';
import { useStoredNames } from '../../../shared/state/stored';

/** The columns that can be shown or hidden, in their order. */
export const OPTIONAL_COLUMNS = ['picture', 'sku', 'vendor', 'type'] as const;

/** A column that can be shown or hidden. */
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number];

/** The key in the browser's storage for the columns that are shown. */
const COLUMNS_KEY = 'inventory-columns';

/** The narrowest window that has room for each. */
const FROM: Readonly<Record<OptionalColumn, Breakpoint>> = { picture: 'sm', sku: 'md', vendor: 'lg', type: 'xl' };

/** Returns the optional columns that the merchant shows in this browser, and a setter. None at first. */
export const useOptionalColumns = () => useStoredNames(COLUMNS_KEY, OPTIONAL_COLUMNS);

/** Returns those of the chosen columns that the window has room for. */
export function useFittingColumns(chosen: ReadonlySet<OptionalColumn>): ReadonlySet<OptionalColumn> {
  const reached = useBreakpoints();
  return useMemo(() => new Set([...chosen].filter((column) => reached.has(FROM[column]))), [chosen, reached]);
}
