import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import type { Result } from '../../../domain/result';
import type { Failure } from '../rpc/failure';
import { useCall, useToast, type Call } from '../state/calls';
import { Button } from './button';

interface ExportButtonProps<Rows> {
  readonly label: string;
  /** There is nothing to export. */
  readonly empty: boolean;
  /** Reads everything, page by page. */
  readonly read: (call: Call, signal: AbortSignal) => Promise<Result<Rows, Failure>>;
  /** Saves the file, and returns what to say about it. */
  readonly save: (rows: Rows) => Parameters<ReturnType<typeof useToast>>[0];
}

/** A button that reads a list of any length and saves it as a file. Leaving the page ends it. */
export function ExportButton<Rows>({ label, empty, read, save }: ExportButtonProps<Rows>) {
  const call = useCall();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    const rows = await read(call, controller.signal);
    if (controller.signal.aborted) return;
    setBusy(false);
    if (rows.ok) toast(save(rows.value));
  };

  return (
    <Button size="sm" busy={busy} disabled={empty} onClick={run} icon={<Download size={14} className="max-sm:hidden" />}>
      {label}
    </Button>
  );
}
