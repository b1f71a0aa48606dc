import { createContext, useContext, useEffect, type ReactNode } from 'react';

import { sharedText } from '../shared.text';
import { cx } from './class-names';

/** The title that the top bar shows, so that the page omits its own. Null where pages show their own title. */
export const BarTitleContext = createContext<string | null>(null);

interface PageProps {
  readonly title: string;
  /** One line under the title: what this page is for. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** `text` limits forms and prose to a readable width. */
  readonly width?: 'wide' | 'text';
}

/** The layout of a page: sets the document title, and renders title, actions and content. */
export function Page({ title, lead, actions, children, width = 'wide' }: PageProps) {
  const barTitle = useContext(BarTitleContext);
  const name = barTitle ?? title;
  useEffect(() => {
    document.title = sharedText.documentTitle(name);
  }, [name]);
  return (
    <div className={cx('mx-auto w-full px-4 pt-4 pb-16 sm:px-6 sm:pt-8', width === 'wide' ? 'max-w-6xl' : 'max-w-3xl')}>
      {(barTitle === null || lead !== undefined || actions !== undefined) && (
        <header className="mb-5 max-sm:mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            {barTitle === null && <h1 className="text-xl font-semibold tracking-tight">{title}</h1>}
            {lead !== undefined && <p className={cx('max-w-prose text-muted', barTitle === null && 'mt-0.5')}>{lead}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      {children}
    </div>
  );
}

interface PanelProps {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly label?: string;
}

/** A card with an optional heading row. */
export function Panel({ title, actions, children, label }: PanelProps) {
  return (
    <section aria-label={label} className="rounded-lg border border-line bg-surface shadow-card">
      {title !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-3">
          <h2 className="text-base font-semibold">{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
