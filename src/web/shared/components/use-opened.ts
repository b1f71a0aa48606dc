import { useEffect, useState } from 'react';

/**
 * Whether a drawer or dialog that should be open is open by now: one beat after it came into being, since only what opens
 * while it is there moves in. What is there open from the first just stands there.
 */
export function useOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(open), [open]);
  return open && opened;
}
