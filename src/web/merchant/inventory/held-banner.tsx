import { lazy, useState } from 'react';
import { Link } from 'wouter';

import { Button, textLink } from '../../shared/components/button';
import { LazyPart } from '../../shared/components/lazy-part';
import { FoldedNotice } from '../../shared/components/notice';
import { paths } from '../../shared/paths';
import { fillIn } from './fill-in';
import { inventoryText } from './inventory.text';

const HeldDialog = lazy(async () => ({ default: (await import('./held-dialog')).HeldDialog }));

/** Shows how many changes are held for the merchant's review, and offers to send or drop all. */
export function HeldBanner({ held }: { readonly held: number }) {
  const text = inventoryText.held;
  const [asking, setAsking] = useState<'send' | 'drop' | null>(null);
  return (
    <div className="mb-4 max-sm:mb-2">
      <FoldedNotice
        tone="warn"
        title={text.banner(held)}
        action={
          <span className="flex gap-2">
            <Button size="sm" onClick={() => setAsking('send')}>
              {text.sendAll}
            </Button>
            <Button size="sm" onClick={() => setAsking('drop')}>
              {text.dropAll}
            </Button>
          </span>
        }
      >
        {fillIn(text.explained(held), {
          settings: (
            <Link href={paths.settings} className={textLink}>
              {text.settings}
            </Link>
          ),
        })}
      </FoldedNotice>
      {asking !== null && (
        <LazyPart onClose={() => setAsking(null)}>
          <HeldDialog held={held} send={asking === 'send'} onClose={() => setAsking(null)} />
        </LazyPart>
      )}
    </div>
  );
}
