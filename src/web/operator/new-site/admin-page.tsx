import { Link, useSearchParams } from 'wouter';

import { cx } from '../../shared/components/class-names';
import { WritePausesNotice } from '../../shared/components/write-pauses-notice';
import { newSitePaths } from '../../shared/paths';
import { readTab, TABS, type AdminTab } from './admin-tabs';
import { CustomersTab } from './customers-tab';
import { ForOperators } from './for-operators';
import { ShopifyTab } from './shopify-tab';
import { SquareTab } from './square-tab';
import { TasksTab } from './tasks-tab';
import { TestTab } from './test-tab';

/** The operators' page; the tab stands in the address. Nobody else is shown anything, nor asked for. */
export function AdminPage() {
  return (
    <ForOperators title="Admin">
      <Tabs />
    </ForOperators>
  );
}

function Tabs() {
  const [params] = useSearchParams();
  const here = readTab(params);
  return (
    <>
      <div className="mb-4 empty:hidden">
        <WritePausesNotice />
      </div>
      <nav aria-label="Admin" className="-mt-2 mb-5 flex overflow-x-auto sm:gap-1 border-b border-line">
        {TABS.map(({ tab, label }) => (
          <Link
            key={tab}
            href={`${newSitePaths.admin}?tab=${tab}`}
            aria-current={tab === here ? 'page' : undefined}
            className={cx(
              'relative inline-flex h-10 shrink-0 items-center rounded-t-md px-2 font-medium sm:px-3 no-underline transition-colors',
              tab === here
                ? 'text-ink after:absolute after:inset-x-2 sm:after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full after:bg-accent'
                : 'text-muted hover:text-ink',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <TabContent tab={here} />
    </>
  );
}

function TabContent({ tab }: { readonly tab: AdminTab }) {
  switch (tab) {
    case 'test':
      return <TestTab />;
    case 'tasks':
      return <TasksTab />;
    case 'customers':
      return <CustomersTab />;
    case 'shopify':
      return <ShopifyTab />;
    case 'square':
      return <SquareTab />;
  }
}
