import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { SkuField } from '../../shared/components/sku-field';
import { useSkuGenerator } from '../../shared/state/skus';
import type { DrawerProblem } from './drawer-error';

interface SkuEditorProps {
  readonly busy: boolean;
  readonly onSave: (sku: string) => void;
  readonly onCancel?: () => void;
  readonly onProblem: (problem: DrawerProblem) => void;
}

/** Gives the variant a SKU, typed or made. */
export function SkuEditor({ busy, onSave, onCancel, onProblem }: SkuEditorProps) {
  const [sku, setSku] = useState('');
  const { generate, generating } = useSkuGenerator();
  const fill = async () => {
    const answer = await generate({ toast: false });
    if (answer.ok) setSku(answer.value);
    else onProblem({ label: 'generating a sku', failure: answer.error, writes: false });
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (sku.trim() !== '' && !busy) onSave(sku.trim());
      }}
    >
      <SkuField value={sku} onChange={setSku} onGenerate={fill} generating={generating} disabled={busy} />
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={busy} disabled={sku.trim() === ''}>
          Save SKU
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}
