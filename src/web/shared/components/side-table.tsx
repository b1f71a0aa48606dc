import type { ReactNode } from 'react';

import { sourceName, type Source } from '../../../domain/source';
import { sharedText } from '../shared.text';
import { PlatformGlyph } from './platform-glyph';

/** One row: the value of a field on each platform. */
export interface SideRow {
  readonly name: string;
  /** Monospace, for ids and codes. */
  readonly mono?: boolean;
  /** Large, for the number that matters. */
  readonly strong?: boolean;
  /** '' when the platform has no value. */
  value(source: Source): ReactNode;
}

interface SideTableProps {
  readonly label: string;
  /** The platforms to show, one column each. */
  readonly shown: readonly Source[];
  readonly rows: readonly SideRow[];
}

/** Compares a variant on both platforms side by side; N/A where a platform has no value. */
export function SideTable({ label, shown, rows }: SideTableProps) {
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table aria-label={label} className="w-full table-fixed">
        <thead className="bg-sunken">
          <tr>
            <th scope="col" className="w-24 px-3 py-2.5 text-left text-sm font-medium text-muted sm:w-32">
              <span className="sr-only">{sharedText.field}</span>
            </th>
            {shown.map((source) => (
              <th key={source} scope="col" className="px-3 py-2.5 text-left font-semibold">
                <span className="inline-flex items-center gap-2">
                  <PlatformGlyph source={source} size={16} />
                  {sourceName(source)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line [&_td]:px-3 [&_td]:py-2.5 [&_td]:align-top [&_td]:wrap-anywhere [&_th]:px-3 [&_th]:py-2.5 [&_th]:text-left [&_th]:align-top [&_th]:font-normal [&_th]:text-muted">
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {shown.map((source) => {
                const value = row.value(source);
                return (
                  <td key={source} className={cellClass(row)}>
                    {value === '' ? <span className="font-sans text-base font-normal text-faint">{sharedText.notAvailable}</span> : value}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellClass({ mono = false, strong = false }: SideRow): string | undefined {
  if (strong) return 'text-lg font-semibold tabular-nums';
  return mono ? 'font-mono text-xs leading-5' : undefined;
}
