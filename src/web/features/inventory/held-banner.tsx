import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';

import { Button, textLink } from '../../components/button';
import { Notice } from '../../components/notice';
import { plural } from '../../formats';
import { paths } from '../../paths';

const HeldDialog = lazy(async () => ({ default: (await import('./held-dialog')).HeldDialog }));

/** Changes over the merchant's maximum that wait for his word. */
export function HeldBanner({ held }: { readonly held: number }) {
  const [asking, setAsking] = useState<'send' | 'drop' | null>(null);
  return (
    <div className="mb-4">
      <Notice
        tone="warn"
        title={`${plural(held, 'variant has', 'variants have')} a change above your maximum`}
        action={
          <span className="flex gap-2">
            <Button size="sm" onClick={() => setAsking('send')}>
              Send all
            </Button>
            <Button size="sm" onClick={() => setAsking('drop')}>
              Drop all
            </Button>
          </span>
        }
      >
        {held === 1 ? 'Send it to the other platform, or drop it.' : 'Send them to the other platform, or drop them.'} The maximum is in{' '}
        <Link href={paths.settings} className={textLink}>
          Settings
        </Link>
        .
      </Notice>
      {asking !== null && (
        <Suspense fallback={null}>
          <HeldDialog held={held} send={asking === 'send'} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </div>
  );
}
