import { Link, useSearchParams } from 'wouter';

import { cx } from '../../shared/components/class-names';
import { WritePausesNotice } from '../../shared/components/write-pauses-notice';
import { newSitePaths } from '../../shared/paths';
import { CustomersTab } from './customers-tab';
import { text } from './new-site.text';
import { OperatorsOnly } from './operators-only';
import { ShopifyTab } from './shopify-tab';
import { SquareTab } from './square-tab';
import { TasksTab } from './tasks-tab';
import { TestTab } from './test-tab';

const TABS = ['test', 'tasks', 'customers', 'shopify', 'square'] as const;

type AdminTab = (typeof TABS)[number];

/** Shows the admin page with the tab that the URL names. For other users than operators it loads nothing. */
export function AdminPage() {
  return (
    <OperatorsOnly title={text.admin.title}>
      <Tabs />
    </OperatorsOnly>
  );
}

function Tabs() {
  const [params] = useSearchParams();
  const current = TABS.find((tab) => tab === params.get('tab')) ?? 'test';
  return (
    <>
      <div className="mb-4 empty:hidden">
        <WritePausesNotice />
      </div>
      <nav aria-label={text.admin.title} className="-mt-2 mb-5 flex overflow-x-auto sm:gap-1 border-b border-line">
        {TABS.map((tab) => (
          <Link
            key={tab}
            href={`${newSitePaths.admin}?tab=${tab}`}
            aria-current={tab === current ? 'page' : undefined}
            className={cx(
              'relative inline-flex h-10 shrink-0 items-center rounded-t-md px-2 font-medium sm:px-3 no-underline transition-colors',
              tab === current
                ? 'text-ink after:absolute after:inset-x-2 sm:after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full after:bg-accent'
                : 'text-muted hover:text-ink',
            )}
          >
            {text.admin.tabs[tab]}
          </Link>
        ))}
      </nav>
      <TabContent tab={current} />
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
