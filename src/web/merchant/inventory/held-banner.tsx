import { lazy, useState } from 'react';
import { Link } from 'wouter';

import { Button, textLink } from '../../shared/components/button';
import { LazyPart } from '../../shared/components/lazy-part';
import { FoldedNotice } from '../../shared/components/notice';
import { plural } from '../../shared/formats';
import { paths } from '../../shared/paths';

const HeldDialog = lazy(async () => ({ default: (await import('./held-dialog')).HeldDialog }));

/** Changes that are held until the merchant says what is to become of them. */
export function HeldBanner({ held }: { readonly held: number }) {
  const [asking, setAsking] = useState<'send' | 'drop' | null>(null);
  return (
    <div className="mb-4 max-sm:mb-2">
      <FoldedNotice
        tone="warn"
        title={`${plural(held, 'variant has', 'variants have')} a change that is held`}
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
        {held === 1 ? 'Send it to the other platform, or drop it.' : 'Send them to the other platform, or drop them.'} A change is held when
        it is above the maximum in{' '}
        <Link href={paths.settings} className={textLink}>
          Settings
        </Link>
        , or large after changes were paused.
      </FoldedNotice>
      {asking !== null && (
        <LazyPart onClose={() => setAsking(null)}>
          <HeldDialog held={held} send={asking === 'send'} onClose={() => setAsking(null)} />
        </LazyPart>
      )}
    </div>
  );
}
