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
import { operatorText } from '../operator.text';
import { IdForm } from './id-form';
import { text } from './new-site.text';
import { Pictures } from './pictures';
import { StockedItems } from './stocked-items';
import { useLookup, type Lookup } from './use-lookup';

const LABEL = 'getting square items';

/** An object of Square's catalog; null when Square has none with the id. */
interface Found<T> {
  readonly object: T | null;
}

/** Turns the refusal `not_found` into an answer without an object. */
function foundOrNot<T>(answer: Result<T, Failure>): Result<Found<T>, Failure> {
  if (answer.ok) return ok({ object: answer.value });
  return answer.error.code === 'not_found' ? ok({ object: null }) : err(answer.error);
}

/** Looks up an item or a variation in Square; the id can be that of either. */
export function SquareTab() {
  const { external } = useOperatorApi();
  const call = useCall();
  const [params, setParams] = useSearchParams();
  const id = params.get('id') ?? '';
  const options = { label: LABEL, toast: false, expects: 'not_found' } as const;
  const item = useLookup(id, async (objectId, signal) =>
    foundOrNot(await call((_, making) => external.getExternalSquareItem({ id: objectId }, making), { ...options, signal })),
  );
  const variation = useLookup(params.get('variation') ?? id, async (objectId, signal) =>
    foundOrNot(await call((_, making) => external.getExternalSquareVariation({ id: objectId }, making), { ...options, signal })),
  );
  const go = (next: string) => {
    if (next !== id || params.has('variation')) setParams({ tab: 'square', id: next });
    if (next !== id) return;
    item.retry();
    variation.retry();
  };
  return (
    <div className="flex flex-col gap-5">
      <Panel
        title={text.lookup.title('square')}
        actions={
          <ButtonLink size="sm" href={newSitePaths.externalSquare}>
            {text.lookup.all('square')}
          </ButtonLink>
        }
      >
        <IdForm
          label={text.lookup.squareId}
          hint={text.lookup.squareHint}
          value={id}
          busy={item.remote.state === 'loading' || variation.remote.state === 'loading'}
          onGo={go}
        />
      </Panel>
      {id !== '' && (
        <div className="grid items-start gap-5 xl:grid-cols-2 [&>*]:min-w-0">
          <LookupResult title={text.lookup.item} none={text.lookup.noItem} lookup={item}>
            {(found) => <Item item={found} />}
          </LookupResult>
          <LookupResult title={text.lookup.variation} none={text.lookup.noVariation} lookup={variation}>
            {(found) => <Variation variation={found} />}
          </LookupResult>
        </div>
      )}
    </div>
  );
}

interface LookupResultProps<T> {
  readonly title: string;
  readonly none: string;
  readonly lookup: Lookup<Found<T>>;
  readonly children: (found: T) => ReactNode;
}

function LookupResult<T>({ title, none, lookup, children }: LookupResultProps<T>) {
  const { remote, retry } = lookup;
  return (
    <Panel title={title} label={title}>
      {remote.state === 'failed' ? (
        <ErrorPanel title={text.lookup.failed('square')} safe={operatorText.nothingChanged} failure={remote.failure} onRetry={retry} />
      ) : remote.state !== 'ready' ? (
        <SkeletonRows rows={3} />
      ) : remote.value.object === null ? (
        <p className="px-4 py-4 text-muted">{none}</p>
      ) : (
        children(remote.value.object)
      )}
    </Panel>
  );
}

function Item({ item }: { readonly item: ExternalSquareItem }) {
  const [params] = useSearchParams();
  return (
    <Facts>
      <Fact name={text.lookup.name}>{item.name}</Fact>
      <Fact name={text.lookup.id}>
        <span className="font-mono text-xs select-all">{item.id}</span>
      </Fact>
      <Fact name={text.lookup.description}>{item.description || '–'}</Fact>
      <Fact name={text.lookup.variations}>
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
      <Pictures urls={item.imageUrls} name={item.name} />
    </Facts>
  );
}

function Variation({ variation }: { readonly variation: ExternalSquareVariation }) {
  return (
    <Facts>
      <Fact name={text.lookup.name}>{variation.name}</Fact>
      <Fact name={text.lookup.id}>
        <span className="font-mono text-xs select-all">{variation.id}</span>
      </Fact>
      <Fact name={text.lookup.sku}>{variation.sku || '–'}</Fact>
      <StockedItems items={variation.inventoryItems} />
    </Facts>
  );
}
