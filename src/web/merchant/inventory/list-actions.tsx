import { Download, RefreshCw, Scale, Upload } from 'lucide-react';
import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { downloadCsv } from '../../shared/csv';
import { useCall, useToast } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { nudgeStatusAtom } from '../../shared/state/session';
import { inventoryCsv } from './inventory-csv';
import { inventoryText as text } from './inventory.text';
import type { ListState } from './list-query';
import { useReadAll } from './read-all';

interface ListActionsProps {
  readonly list: ListState;
  readonly onLevel: () => void;
  readonly onImport: () => void;
}

/** Shows the actions for the list as it is filtered: refresh both catalogs, export, import counts, and level. */
export function ListActions({ list, onLevel, onImport }: ListActionsProps) {
  const call = useCall();
  const toast = useToast();
  const readAll = useReadAll();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [refreshing, setRefreshing] = useState(false);
  const [exporting, setExporting] = useState(false);

  const refresh = async () => {
    setRefreshing(true);
    const answer = await call((api) => api.inventory.refreshSnapshots({ source: '' }), { label: 'refreshing the inventory' });
    setRefreshing(false);
    if (!answer.ok) return;
    toast({ tone: 'good', text: text.refreshQueued });
    nudge();
  };
  const exportCsv = async () => {
    setExporting(true);
    const found = await readAll(list, { label: 'exporting the inventory' });
    setExporting(false);
    if (!found.ok) return;
    downloadCsv('inventory.csv', inventoryCsv(found.value));
    toast({ tone: 'good', text: text.exported(found.value.length) });
  };
  return (
    <>
      <Button size="sm" busy={refreshing} onClick={refresh} icon={<RefreshCw size={14} className="max-sm:hidden" />}>
        {text.refresh}
      </Button>
      <Button size="sm" busy={exporting} onClick={exportCsv} icon={<Download size={14} className="max-sm:hidden" />}>
        {text.exportCsv}
      </Button>
      <Button size="sm" aria-haspopup="dialog" onClick={onImport} icon={<Upload size={14} className="max-sm:hidden" />}>
        {text.importCounts}
      </Button>
      <Button size="sm" aria-haspopup="dialog" onClick={onLevel} icon={<Scale size={14} className="max-sm:hidden" />}>
        {text.level}
      </Button>
    </>
  );
}
