import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { SkuField } from '../../shared/components/sku-field';
import { useSkuGenerator } from '../../shared/state/skus';
import type { FailedCall } from './drawer-error';
import { variantText } from './variant.text';

interface SkuEditorProps {
  readonly busy: boolean;
  readonly onSave: (sku: string) => void;
  readonly onCancel?: () => void;
  readonly onFailed: (failed: FailedCall) => void;
}

/** Sets the variant's SKU, typed or generated. */
export function SkuEditor({ busy, onSave, onCancel, onFailed }: SkuEditorProps) {
  const [sku, setSku] = useState('');
  const { generate, generating } = useSkuGenerator();
  const fill = async () => {
    const answer = await generate({ toast: false });
    if (answer.ok) setSku(answer.value);
    else onFailed({ label: 'generating a sku', failure: answer.error, writes: false });
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
          {variantText.actions.saveSku}
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>{variantText.actions.cancel}</Button>}
      </div>
    </form>
  );
}
