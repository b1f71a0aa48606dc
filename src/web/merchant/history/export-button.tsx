import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Button } from '../../shared/components/button';
import { downloadCsv } from '../../shared/csv';
import { formatCount, plural } from '../../shared/formats';
import { useCall, useToast } from '../../shared/state/calls';
import { gatherHistory, historyCsv, LINES_LIMIT } from './export';

/** Gives the history as a file, as far as the present search finds it. */
export function ExportButton({ sku, empty }: { readonly sku: string; readonly empty: boolean }) {
  const call = useCall();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const under = useRef<AbortController | null>(null);
  useEffect(() => () => under.current?.abort(), []);

  const run = async () => {
    const controller = new AbortController();
    under.current = controller;
    setBusy(true);
    const gathered = await gatherHistory(call, sku, controller.signal);
    if (controller.signal.aborted) return;
    setBusy(false);
    if (!gathered.ok) return;
    const { rows, complete } = gathered.value;
    downloadCsv('history.csv', historyCsv(rows));
    toast(
      complete
        ? { tone: 'good', text: `Exported ${plural(rows.length, 'line', 'lines')}` }
        : { tone: 'warn', text: `Exported the newest ${formatCount(LINES_LIMIT)} lines. Search for a SKU to export the rest.` },
    );
  };

  return (
    <Button size="sm" busy={busy} disabled={empty} onClick={run} icon={<Download size={14} aria-hidden="true" className="max-sm:hidden" />}>
      Export CSV
    </Button>
  );
}
