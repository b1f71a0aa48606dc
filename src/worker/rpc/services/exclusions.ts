import { readExclusion, type Exclusion, type KeptExclusion } from '../../../domain/catalog/exclusion';
import { ok, refuse, type Answer } from '../../../domain/result';
import type { Exclusion as ExclusionMessage } from '../../../gen/sh/inventory_pb';
import type { IInventoryClient } from '../../../gen/sh/inventory_pb.client';
import { reads, writes } from '../audit';
import { signedIn, type Methods } from '../method';
import { editorOf } from '../present/editor';
import { readPlatformId, toGid } from '../present/ids';

/** The most characters that are kept of a product's name. */
const MAX_NAME = 255;

/** The methods of sh.Inventory for what the merchant excludes. */
export const exclusionMethods: Methods<Pick<IInventoryClient, 'getExclusions' | 'planExclusion' | 'saveExclusion'>> = {
  getExclusions: signedIn('entitled', reads('caller'), async ({ account }) => {
    const kept = await account.exclusions();
    return ok({ exclusions: kept.map(toExclusion) });
  }),

  planExclusion: signedIn('entitled', reads('caller'), async ({ account }, input) => {
    const wanted = readMessage(input);
    if (!wanted.ok) return wanted;
    const { variants, links, isExcluded } = await account.planExclusion(wanted.value);
    return ok({ variants, links, excluded: isExcluded });
  }),

  saveExclusion: signedIn('entitled', writes('caller'), async ({ account, session }, input) => {
    if (input.exclusion === undefined) return refuse('invalid_argument', 'exclusion is missing: name a product or a label.');
    const wanted = readMessage(input.exclusion);
    if (!wanted.ok) return wanted;
    const name = wanted.value.kind === 'product' ? input.exclusion.name.trim().slice(0, MAX_NAME) : '';
    const saved = await account.saveExclusion({ exclusion: wanted.value, name }, input.excluded, editorOf(session));
    return saved.ok ? ok({}) : saved;
  }),
};

function readMessage({ kind, source, value }: ExclusionMessage): Answer<Exclusion> {
  const wanted = readExclusion({ kind, source, value });
  if (!wanted.ok || wanted.value.kind !== 'product') return wanted;
  const id = readPlatformId('value', wanted.value.source, 'Product', wanted.value.value);
  return id.ok ? ok({ ...wanted.value, value: id.value }) : id;
}

function toExclusion({ exclusion, name }: KeptExclusion): ExclusionMessage {
  const { kind, value } = exclusion;
  if (exclusion.kind !== 'product') return { kind, source: '', value, name: '' };
  return { kind, source: exclusion.source, value: exclusion.source === 'shopify' ? toGid('Product', value) : value, name };
}
