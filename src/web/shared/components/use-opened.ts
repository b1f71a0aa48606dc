import { useEffect, useState } from 'react';

/**
 * Returns whether a drawer or dialog is open, one render after it mounts: the opening transition runs only when `open` changes
 * on a mounted element.
 */
export function useOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(open), [open]);
  return open && opened;
}
