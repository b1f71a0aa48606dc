import { History } from 'lucide-react';
import { useEffect, useMemo } from 'react';

import { SOURCES, sourceName } from '../../../domain/source';
import type { JoinedVariant, Variant } from '../../../gen/sh/common_pb';
import { Button, ButtonLink } from '../../components/button';
import { Drawer } from '../../components/drawer';
import { Notice } from '../../components/notice';
import { PlatformGlyph } from '../../components/platform-glyph';
import { Quantity } from '../../components/quantity';
import { SkeletonRows } from '../../components/skeleton';
import { historyPath } from '../../paths';
import { localReference, type Failure } from '../../rpc/failure';
import { useAtomValue } from '../../state/jotai';
import { useLoad } from '../../state/load';
import { logFailure } from '../../state/log';
import { latest } from '../../state/remote';
import { appInfoAtom } from '../../state/session';
import { inventoryAtom, resolutionText, resolveVariant, troubleOf, variantAtom, type OpenVariant } from './state';

const LABEL = 'getting variant detail';

/** Everything about one variant: how it stands, and both platforms' sides of it next to each other. */
export function VariantDrawer({ open, onClose }: { readonly open: OpenVariant; readonly onClose: () => void }) {
  const { source, variantId, productId } = open;
  const loaded = useLoad({
    atom: variantAtom,
    key: [source, variantId, productId].join('.'),
    label: LABEL,
    make: (api, options) => api.variants.getVariantDetail({ source, variantId, productId }, options),
    live: true,
  });
  const variant = latest(loaded.remote);
  const list = latest(useAtomValue(inventoryAtom).remote);
  return (
    <Drawer open onClose={onClose} title="Variant Details">
      {variant === null ? (
        loaded.remote.state === 'failed' ? (
          <DrawerError failure={loaded.remote.failure} onContinue={onClose} />
        ) : (
          <SkeletonRows rows={8} />
        )
      ) : (
        <Details variant={variant} trouble={troubleOf(list, open)} />
      )}
    </Drawer>
  );
}

function Details({ variant, trouble }: { readonly variant: JoinedVariant; readonly trouble: string }) {
  const resolution = resolutionText(resolveVariant(variant));
  const side = variant.shopify ?? variant.square;
  const sku = variant.shopify?.sku ?? variant.square?.sku ?? '';
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h3 className="text-xl font-semibold tracking-tight">{side?.productName ?? ''}</h3>
        <p className="text-muted">{side?.name ?? ''}</p>
      </div>
      <Notice tone={resolution.tone} title={resolution.title}>
        {resolution.text}
      </Notice>
      {trouble !== '' && (
        <Notice tone="warn" title="This variant needs you">
          {trouble}
        </Notice>
      )}
      <Comparison variant={variant} />
      {sku !== '' && (
        <div>
          <ButtonLink href={historyPath(sku)} size="sm" icon={<History size={15} aria-hidden="true" />}>
            What happened to {sku}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

function Comparison({ variant }: { readonly variant: JoinedVariant }) {
  const { shopify, square } = variant;
  const left = fieldsOf(shopify, variant.shopifyLocationId);
  const right = fieldsOf(square, variant.squareLocationId);
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full table-fixed">
        <thead className="bg-sunken">
          <tr>
            <th scope="col" className="w-24 px-3 py-2.5 text-left text-sm font-medium text-muted sm:w-32">
              <span className="sr-only">Field</span>
            </th>
            {SOURCES.map((source) => (
              <th key={source} scope="col" className="px-3 py-2.5 text-left font-semibold">
                <span className="inline-flex items-center gap-2">
                  <PlatformGlyph source={source} size={16} />
                  {sourceName(source)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line [&_td]:px-3 [&_td]:py-2.5 [&_td]:align-top [&_td]:break-words [&_th]:px-3 [&_th]:py-2.5 [&_th]:text-left [&_th]:align-top [&_th]:font-normal [&_th]:text-muted">
          <tr>
            <th scope="row">Quantity</th>
            <td className="text-lg font-semibold tabular-nums">
              {shopify === undefined ? <Absent /> : <Quantity units={variant.shopifyQuantity} />}
            </td>
            <td className="text-lg font-semibold tabular-nums">
              {square === undefined ? <Absent /> : <Quantity units={variant.squareQuantity} />}
            </td>
          </tr>
          {FIELDS.map(({ name, mono }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <Value text={left[name]} mono={mono} />
              <Value text={right[name]} mono={mono} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const FIELDS = [
  { name: 'Product', mono: false },
  { name: 'Variant', mono: false },
  { name: 'SKU', mono: true },
  { name: 'Barcode', mono: true },
  { name: 'Inv. Tracked', mono: false },
  { name: 'Variant id', mono: true },
  { name: 'Product id', mono: true },
  { name: 'Location id', mono: true },
] as const;

/** What one platform says of a variant, by the names of the lines; '' where it says nothing. */
function fieldsOf(side: Variant | undefined, locationId: string): Record<(typeof FIELDS)[number]['name'], string> {
  return {
    Product: side?.productName ?? '',
    Variant: side?.name ?? '',
    SKU: side?.sku ?? '',
    Barcode: side?.barcode ?? '',
    'Inv. Tracked': side === undefined ? '' : side.inventoryTracked ? 'Yes' : 'No',
    'Variant id': side?.id ?? '',
    'Product id': side?.productId ?? '',
    'Location id': locationId,
  };
}

function Absent() {
  return <span className="text-base font-normal text-faint">N/A</span>;
}

function Value({ text, mono }: { readonly text: string; readonly mono: boolean }) {
  return <td className={mono ? 'font-mono text-xs leading-5' : undefined}>{text === '' ? <Absent /> : text}</td>;
}

/** The drawer's own error, with the reference that the support asks for; the log ties it to the server's. */
function DrawerError({ failure, onContinue }: { readonly failure: Failure; readonly onContinue: () => void }) {
  const support = latest(useAtomValue(appInfoAtom))?.supportEmail ?? '';
  const reference = useMemo(() => (failure.reference.startsWith('SH-ERR-') ? failure.reference : localReference(Date.now())), [failure]);
  useEffect(() => {
    if (reference !== failure.reference) logFailure(`${LABEL} (${reference})`, failure);
  }, [reference, failure]);
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-10 text-center">
      <p className="text-lg font-semibold">Uh oh - that didn't work.</p>
      <p className="max-w-md text-muted">
        There was an error trying to sync this variant. Your error reference # is <span className="font-mono select-all">{reference}</span>.
        Please reach out to {support === '' ? 'support' : <a href={`mailto:${support}`}>{support}</a>} for assistance
      </p>
      <p className="max-w-md text-sm text-faint">Nothing was changed on either platform.</p>
      <div className="mt-3">
        <Button onClick={onContinue}>Continue</Button>
      </div>
    </div>
  );
}
