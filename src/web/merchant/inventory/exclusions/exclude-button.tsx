import { CircleOff } from 'lucide-react';
import { useState } from 'react';

import type { Exclusion } from '../../../../gen/sh/inventory_pb';
import { Button } from '../../../shared/components/button';
import { ExcludeDialog } from './exclude-dialog';
import { exclusionsText as text } from './exclusions.text';

interface ExcludeButtonProps {
  readonly exclusion: Exclusion;
  readonly onExcluded?: () => void;
}

/** A button that excludes a product, or everything with a label, after it has shown what that does. */
export function ExcludeButton({ exclusion, onExcluded }: ExcludeButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" kind="quiet" icon={<CircleOff size={15} aria-hidden />} onClick={() => setAsking(true)}>
        {text.exclude}
      </Button>
      {isAsking && (
        <ExcludeDialog exclusion={exclusion} onClose={() => setAsking(false)} {...(onExcluded === undefined ? {} : { onExcluded })} />
      )}
    </>
  );
}
