import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';

import { err, ok, type Result } from '../../../domain/result';
import type { ExternalSquareItem, ExternalSquareVariation } from '../../../gen/sh/external_pb';
import { ButtonLink, textLink } from '../../shared/components/button';
import { ErrorPanel } from '../../shared/components/error-panel';
import { Fact, Facts } from '../../shared/components/facts';
import { Panel } from '../../shared/components/page';
import { SkeletonRows } from '../../shared/components/skeleton';
import { newSitePaths } from '../../shared/paths';
import type { Failure } from '../../shared/rpc/failure';
import { useCall } from '../../shared/state/calls';
import { useOperatorApi } from '../../shared/state/operator-api';
import { IdForm } from './id-form';
import { useLookUp, type LookUp } from './look-up';
import { Pictures } from './pictures';
import { StockedItems } from './stocked-items';

const LABEL = 'getting square items';

/** Something of Square's, or the knowledge that there is no such thing. */
interface Found<T> {
  readonly thing: T | null;
}

/** An answer with the thing; a refusal because there is none is an answer too. */
function foundOrNot<T>(answer: Result<T, Failure>): Result<Found<T>, Failure> {
  if (answer.ok) return ok({ thing: answer.value });
  return answer.error.code === 'not_found' ? ok({ thing: null }) : err(answer.error);
}

/** Looks an item or a variation up at Square itself: what is typed may be the id of either. */
export function SquareTab() {
  const { external } = useOperatorApi();
  const call = useCall();
  const [params, setParams] = useSearchParams();
  const id = params.get('id') ?? '';
  const options = { label: LABEL, toast: false, expects: 'not_found' } as const;
  const item = useLookUp(id, async (asked, signal) =>
    foundOrNot(await call((_, making) => external.getExternalSquareItem({ id: asked }, making), { ...options, signal })),
  );
  const variation = useLookUp(params.get('variation') ?? id, async (asked, signal) =>
    foundOrNot(await call((_, making) => external.getExternalSquareVariation({ id: asked }, making), { ...options, signal })),
  );
  const go = (next: string) => {
    if (next !== id || params.has('variation')) setParams({ tab: 'square', id: next });
    if (next !== id) return;
    item.again();
    variation.again();
  };
  return (
    <div className="flex flex-col gap-5">
      <Panel
        title="Look up at Square"
        actions={
          <ButtonLink size="sm" href={newSitePaths.externalSquare}>
            All Square items
          </ButtonLink>
        }
      >
        <IdForm
          label="Square item or variation id"
          hint="Of the account that you are signed in as."
          value={id}
          busy={item.remote.state === 'loading' || variation.remote.state === 'loading'}
          onGo={go}
        />
      </Panel>
      {id !== '' && (
        <div className="grid items-start gap-5 xl:grid-cols-2 [&>*]:min-w-0">
          <Finding title="Item" none="No Item" look={item}>
            {(found) => <Item item={found} />}
          </Finding>
          <Finding title="Variation" none="No Variation" look={variation}>
            {(found) => <Variation variation={found} />}
          </Finding>
        </div>
      )}
    </div>
  );
}

interface FindingProps<T> {
  readonly title: string;
  readonly none: string;
  readonly look: LookUp<Found<T>>;
  readonly children: (found: T) => ReactNode;
}

function Finding<T>({ title, none, look, children }: FindingProps<T>) {
  const { remote, again } = look;
  return (
    <Panel title={title} label={title}>
      {remote.state === 'failed' ? (
        <ErrorPanel title="This could not be looked up at Square." safe="Nothing was changed." failure={remote.failure} onRetry={again} />
      ) : remote.state !== 'ready' ? (
        <SkeletonRows rows={3} />
      ) : remote.value.thing === null ? (
        <p className="px-4 py-4 text-muted">{none}</p>
      ) : (
        children(remote.value.thing)
      )}
    </Panel>
  );
}

function Item({ item }: { readonly item: ExternalSquareItem }) {
  const [params] = useSearchParams();
  return (
    <Facts>
      <Fact name="Name">{item.name}</Fact>
      <Fact name="Id">
        <span className="font-mono text-xs select-all">{item.id}</span>
      </Fact>
      <Fact name="Description">{item.description || '–'}</Fact>
      <Fact name="Variations">
        {item.variations.length === 0 ? (
          '–'
        ) : (
          <ul>
            {item.variations.map((variation) => {
              const query = new URLSearchParams({ tab: 'square', id: item.id, variation: variation.id });
              return (
                <li key={variation.id}>
                  <Link
                    href={`${newSitePaths.admin}?${query.toString()}`}
                    aria-current={params.get('variation') === variation.id ? 'true' : undefined}
                    className={textLink}
                  >
                    {variation.name || variation.id}
                  </Link>
                </li>
              );
            })}
          </ul>
        )}
      </Fact>
      <Pictures urls={item.imageUrls} of={item.name} />
    </Facts>
  );
}

function Variation({ variation }: { readonly variation: ExternalSquareVariation }) {
  return (
    <Facts>
      <Fact name="Name">{variation.name}</Fact>
      <Fact name="Id">
        <span className="font-mono text-xs select-all">{variation.id}</span>
      </Fact>
      <Fact name="Sku">{variation.sku || '–'}</Fact>
      <StockedItems items={variation.inventoryItems} />
    </Facts>
  );
}
