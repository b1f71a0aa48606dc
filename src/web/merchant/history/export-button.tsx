import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Button } from '../../shared/components/button';
import { downloadCsv } from '../../shared/csv';
import { useCall, useToast } from '../../shared/state/calls';
import { historyCsv, readHistory, ROWS_LIMIT } from './export';
import type { HistoryQuery } from './history-query';
import { text } from './history.text';

/** Downloads the history that the current search and filters find as a CSV file. */
export function ExportButton({ query, empty }: { readonly query: HistoryQuery; readonly empty: boolean }) {
  const call = useCall();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    const history = await readHistory(call, query, controller.signal);
    if (controller.signal.aborted) return;
    setBusy(false);
    if (!history.ok) return;
    const { rows, complete } = history.value;
    downloadCsv('history.csv', historyCsv(rows));
    toast(complete ? { tone: 'good', text: text.exported(rows.length) } : { tone: 'warn', text: text.exportedNewest(ROWS_LIMIT) });
  };

  return (
    <Button size="sm" busy={busy} disabled={empty} onClick={run} icon={<Download size={14} className="max-sm:hidden" />}>
      {text.export}
    </Button>
  );
}
