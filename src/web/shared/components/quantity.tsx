import { useState } from 'react';

import { formatQuantity } from '../formats';

/** A quantity that flashes when it changes on screen. */
export function Quantity({ units }: { readonly units: number | undefined }) {
  const [seen, setSeen] = useState(units);
  const [changes, setChanges] = useState(0);
  if (seen !== units) {
    setSeen(units);
    setChanges(changes + 1);
  }
  return (
    <span key={changes} className={changes > 0 ? 'flash rounded-sm px-1 -mx-1' : undefined}>
      {formatQuantity(units)}
    </span>
  );
}
