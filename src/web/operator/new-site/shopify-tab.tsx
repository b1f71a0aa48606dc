import { useSearchParams } from 'wouter';

import { err, ok, type Result } from '../../../domain/result';
import type { ExternalShopifyProduct, ExternalShopifyVariant } from '../../../gen/sh/external_pb';
import { ButtonLink } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { ErrorPanel } from '../../shared/components/error-panel';
import { Fact, Facts } from '../../shared/components/facts';
import { Panel } from '../../shared/components/page';
import { SkeletonRows } from '../../shared/components/skeleton';
import { newSitePaths } from '../../shared/paths';
import type { Failure } from '../../shared/rpc/failure';
import { useCall } from '../../shared/state/calls';
import { logLookup } from '../../shared/state/log';
import { useOperatorApi } from '../../shared/state/operator-api';
import type { Remote } from '../../shared/state/remote';
import { operatorText } from '../operator.text';
import { kindOfShopifyId } from './external-state';
import { IdForm } from './id-form';
import { text } from './new-site.text';
import { Pictures } from './pictures';
import { StockedItems } from './stocked-items';
import { useLookup } from './use-lookup';

type Found =
  | { readonly kind: 'product'; readonly product: ExternalShopifyProduct }
  | { readonly kind: 'variant'; readonly variant: ExternalShopifyVariant }
  | { readonly kind: 'nothing' };

/** Looks up a product or variant in Shopify, shows it, and logs all of it to the console. */
export function ShopifyTab() {
  const [params, setParams] = useSearchParams();
  const id = params.get('id') ?? '';
  const lookup = useLookup(id, useShopifyLookup());
  const go = (next: string) => {
    if (next === id) lookup.retry();
    else setParams({ tab: 'shopify', id: next });
  };
  return (
    <div className="flex flex-col gap-5">
      <Panel
        title={text.lookup.title('shopify')}
        actions={
          <ButtonLink size="sm" href={newSitePaths.externalShopify}>
            {text.lookup.all('shopify')}
          </ButtonLink>
        }
      >
        <IdForm
          label={text.lookup.shopifyId}
          hint={text.lookup.shopifyHint}
          value={id}
          busy={lookup.remote.state === 'loading'}
          onGo={go}
        />
      </Panel>
      {lookup.remote.state !== 'idle' && <LookupResult id={id} remote={lookup.remote} onRetry={lookup.retry} />}
    </div>
  );
}

/** Loads a product or a variant; an id that does not name its kind is tried as a product first. */
function useShopifyLookup(): (id: string, signal: AbortSignal) => Promise<Result<Found, Failure>> {
  const { external } = useOperatorApi();
  const call = useCall();
  const options = { toast: false, expects: 'not_found' } as const;
  return async (id, signal) => {
    const kind = kindOfShopifyId(id);
    if (kind !== 'variant') {
      const product = await call((_, making) => external.getExternalShopifyProduct({ id }, making), {
        ...options,
        label: 'getting shopify product',
        signal,
      });
      if (product.ok) {
        logLookup('Shopify product', product.value);
        return ok({ kind: 'product', product: product.value });
      }
      if (product.error.code !== 'not_found') return err(product.error);
      if (kind === 'product') return ok({ kind: 'nothing' });
    }
    const variant = await call((_, making) => external.getExternalShopifyVariant({ id }, making), {
      ...options,
      label: 'getting shopify variant',
      signal,
    });
    if (variant.ok) {
      logLookup('Shopify variant', variant.value);
      return ok({ kind: 'variant', variant: variant.value });
    }
    return variant.error.code === 'not_found' ? ok({ kind: 'nothing' }) : err(variant.error);
  };
}

interface LookupResultProps {
  readonly id: string;
  readonly remote: Remote<Found>;
  readonly onRetry: () => void;
}

function LookupResult({ id, remote, onRetry }: LookupResultProps) {
  if (remote.state === 'failed') {
    return (
      <Panel>
        <ErrorPanel title={text.lookup.failed('shopify')} safe={operatorText.nothingChanged} failure={remote.failure} onRetry={onRetry} />
      </Panel>
    );
  }
  if (remote.state !== 'ready') {
    return (
      <Panel>
        <SkeletonRows rows={4} />
      </Panel>
    );
  }
  switch (remote.value.kind) {
    case 'product':
      return <Product product={remote.value.product} />;
    case 'variant':
      return <Variant variant={remote.value.variant} />;
    case 'nothing':
      return (
        <Panel>
          <EmptyState title={text.lookup.shopifyNone}>{text.lookup.shopifyNoneHint(id)}</EmptyState>
        </Panel>
      );
  }
}

function Product({ product }: { readonly product: ExternalShopifyProduct }) {
  return (
    <Panel title={text.lookup.product} label={text.lookup.product}>
      <Facts>
        <Fact name={text.lookup.titleFact}>{product.title}</Fact>
        <Fact name={text.lookup.id}>
          <span className="font-mono text-xs select-all">{product.id}</span>
        </Fact>
        <Fact name={text.lookup.status}>{product.status}</Fact>
        <Fact name={text.lookup.description}>{product.description || '–'}</Fact>
        <Pictures urls={product.imageUrls} name={product.title} />
      </Facts>
    </Panel>
  );
}

function Variant({ variant }: { readonly variant: ExternalShopifyVariant }) {
  return (
    <Panel title={text.lookup.variant} label={text.lookup.variant}>
      <Facts>
        <Fact name={text.lookup.titleFact}>{variant.title}</Fact>
        <Fact name={text.lookup.id}>
          <span className="font-mono text-xs select-all">{variant.id}</span>
        </Fact>
        <Fact name={text.lookup.barcode}>{variant.barcode || '–'}</Fact>
        <StockedItems items={variant.inventoryItems} />
        <Pictures urls={variant.imageUrls} name={variant.title} />
      </Facts>
    </Panel>
  );
}
