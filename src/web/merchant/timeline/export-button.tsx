import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Button } from '../../shared/components/button';
import { downloadCsv } from '../../shared/csv';
import { useCall, useToast } from '../../shared/state/calls';
import { fileName, readTimeline, ROWS_LIMIT, timelineCsv } from './export';
import { text } from './timeline.text';

/** Downloads every line of a SKU as a CSV file. */
export function ExportButton({ sku, empty }: { readonly sku: string; readonly empty: boolean }) {
  const call = useCall();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    const timeline = await readTimeline(call, sku, controller.signal);
    if (controller.signal.aborted) return;
    setBusy(false);
    if (!timeline.ok) return;
    const { lines, complete } = timeline.value;
    downloadCsv(fileName(sku), timelineCsv(lines));
    toast(complete ? { tone: 'good', text: text.exported(lines.length) } : { tone: 'warn', text: text.exportedNewest(ROWS_LIMIT) });
  };

  return (
    <Button size="sm" busy={busy} disabled={empty} onClick={run} icon={<Download size={14} className="max-sm:hidden" />}>
      {text.export}
    </Button>
  );
}
