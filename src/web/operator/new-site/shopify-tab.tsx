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
import { kindOfShopifyId } from './external-state';
import { IdForm } from './id-form';
import { useLookUp } from './look-up';
import { Pictures } from './pictures';
import { StockedItems } from './stocked-items';

type Found =
  | { readonly kind: 'product'; readonly product: ExternalShopifyProduct }
  | { readonly kind: 'variant'; readonly variant: ExternalShopifyVariant }
  | { readonly kind: 'nothing' };

/** Looks one product or variant up at Shopify itself; what comes is shown, and written to the console in full. */
export function ShopifyTab() {
  const [params, setParams] = useSearchParams();
  const id = params.get('id') ?? '';
  const look = useLookUp(id, useShopifyLookUp());
  const go = (next: string) => {
    if (next === id) look.again();
    else setParams({ tab: 'shopify', id: next });
  };
  return (
    <div className="flex flex-col gap-5">
      <Panel
        title="Look up at Shopify"
        actions={
          <ButtonLink size="sm" href={newSitePaths.externalShopify}>
            All Shopify items
          </ButtonLink>
        }
      >
        <IdForm
          label="Shopify product or variant id"
          hint="A number or a whole GID, of the account that you are signed in as."
          value={id}
          busy={look.remote.state === 'loading'}
          onGo={go}
        />
      </Panel>
      {look.remote.state !== 'idle' && <Finding id={id} remote={look.remote} onRetry={look.again} />}
    </div>
  );
}

/** Asks for a product, a variant, or, where the id does not say which, for one and then the other. */
function useShopifyLookUp(): (id: string, signal: AbortSignal) => Promise<Result<Found, Failure>> {
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

interface FindingProps {
  readonly id: string;
  readonly remote: Remote<Found>;
  readonly onRetry: () => void;
}

function Finding({ id, remote, onRetry }: FindingProps) {
  if (remote.state === 'failed') {
    return (
      <Panel>
        <ErrorPanel
          title="This could not be looked up at Shopify."
          safe="Nothing was changed."
          failure={remote.failure}
          onRetry={onRetry}
        />
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
          <EmptyState title="No Product">Shopify knows no product and no variant by the id “{id}”.</EmptyState>
        </Panel>
      );
  }
}

function Product({ product }: { readonly product: ExternalShopifyProduct }) {
  return (
    <Panel title="Product" label="Product">
      <Facts>
        <Fact name="Title">{product.title}</Fact>
        <Fact name="Id">
          <span className="font-mono text-xs select-all">{product.id}</span>
        </Fact>
        <Fact name="Status">{product.status}</Fact>
        <Fact name="Description">{product.description || '–'}</Fact>
        <Pictures urls={product.imageUrls} of={product.title} />
      </Facts>
    </Panel>
  );
}

function Variant({ variant }: { readonly variant: ExternalShopifyVariant }) {
  return (
    <Panel title="Variant" label="Variant">
      <Facts>
        <Fact name="Title">{variant.title}</Fact>
        <Fact name="Id">
          <span className="font-mono text-xs select-all">{variant.id}</span>
        </Fact>
        <Fact name="Barcode">{variant.barcode || '–'}</Fact>
        <StockedItems items={variant.inventoryItems} />
        <Pictures urls={variant.imageUrls} of={variant.title} />
      </Facts>
    </Panel>
  );
}
