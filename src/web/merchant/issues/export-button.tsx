import { Download } from 'lucide-react';
import { useState } from 'react';

import type { Variant } from '../../../gen/sh/common_pb';
import { Button } from '../../shared/components/button';
import { downloadCsv } from '../../shared/csv';
import { useCall, useToast } from '../../shared/state/calls';
import type { IssuesQuery } from './issues-query';
import { issuesText as text } from './issues.text';
import { issuesCsv } from './state';

/** Rows per call: the server's limit. */
const CHUNK = 1_000;

/** Exports all variants with the issue, also those beyond the list. */
export function ExportButton({ query }: { readonly query: IssuesQuery }) {
  const call = useCall();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const readAll = async (): Promise<readonly Variant[] | null> => {
    const found: Variant[] = [];
    for (;;) {
      const request = { source: query.source, issueType: query.view, limit: CHUNK, offset: found.length };
      const answer = await call((api) => api.issues.getIssues(request), { label: 'exporting issues' });
      if (!answer.ok) return null;
      found.push(...answer.value.variants);
      if (answer.value.variants.length === 0 || found.length >= answer.value.total) return found;
    }
  };
  const save = async () => {
    setBusy(true);
    const found = await readAll();
    setBusy(false);
    if (found === null) return;
    downloadCsv(`${query.source}-${query.view}.csv`, issuesCsv(found));
    toast({ tone: 'good', text: text.exported(found.length) });
  };
  return (
    <Button size="sm" busy={busy} onClick={save} icon={<Download size={14} />}>
      {text.exportCsv}
    </Button>
  );
}
