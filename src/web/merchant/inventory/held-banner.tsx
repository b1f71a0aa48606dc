import { lazy, useState } from 'react';
import { Link } from 'wouter';

import { Button, textLink } from '../../shared/components/button';
import { LazyPart } from '../../shared/components/lazy-part';
import { FoldedNotice } from '../../shared/components/notice';
import { paths } from '../../shared/paths';
import { fillIn } from './fill-in';
import { inventoryText } from './inventory.text';

const HeldDialog = lazy(async () => ({ default: (await import('./held-dialog')).HeldDialog }));

interface HeldBannerProps {
  readonly held: number;
  /** Shows the variants; absent where they are shown. */
  readonly onShow?: () => void;
}

/** Shows how many changes are held for the merchant's review, and offers to show them, and to send or drop all. */
export function HeldBanner({ held, onShow }: HeldBannerProps) {
  const text = inventoryText.held;
  const [asking, setAsking] = useState<'send' | 'drop' | null>(null);
  return (
    <div className="mb-4 max-sm:mb-2">
      <FoldedNotice
        tone="warn"
        title={text.banner(held)}
        action={
          <span className="flex flex-wrap gap-2">
            {onShow !== undefined && (
              <Button size="sm" onClick={onShow}>
                {text.show}
              </Button>
            )}
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
          <HeldDialog held={held} ids={[]} send={asking === 'send'} onClose={() => setAsking(null)} />
        </LazyPart>
      )}
    </div>
  );
}
