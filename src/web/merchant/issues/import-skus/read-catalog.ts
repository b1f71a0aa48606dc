import { ok, type Result } from '../../../../domain/result';
import type { Variant } from '../../../../gen/sh/common_pb';
import type { InventoryProduct } from '../../../../gen/sh/inventory_pb';
import type { Failure } from '../../../shared/rpc/failure';
import type { Call, CallOptions } from '../../../shared/state/calls';
import type { IssuesQuery } from '../issues-query';
import { collectSkus, type SkuCatalog } from './sku-catalog';

/** Rows per call: the server's limit. */
const CHUNK = 1_000;

/** Views that have all variants together: an archived or excluded one keeps its SKU as well. */
const VIEWS = ['all', 'archived', 'excluded'] as const;

const OPTIONS: CallOptions = { label: 'reading the catalog for an import', toast: false };

/** Reads both platforms' variants, and the SKUs that the list of issues shows. `onProgress` gets the number of variants read so far. */
export async function readCatalog(
  call: Call,
  query: IssuesQuery,
  onProgress: (read: number) => void,
): Promise<Result<SkuCatalog, Failure>> {
  const products: InventoryProduct[] = [];
  let read = 0;
  for (const view of VIEWS) {
    for (let page = 0, more = true; more; page += 1) {
      const answer = await call((api) => api.inventory.getInventory({ query: '', view, table: { limit: CHUNK, page } }), OPTIONS);
      if (!answer.ok) return answer;
      products.push(...answer.value.products);
      more = answer.value.hasNextPage;
      read += answer.value.products.reduce((sum, { variants }) => sum + variants.length, 0);
      onProgress(read);
    }
  }
  const issues = await readIssues(call, query);
  return issues.ok ? ok(collectSkus(query.source, products, issues.value)) : issues;
}

async function readIssues(call: Call, { source, view }: IssuesQuery): Promise<Result<readonly Variant[], Failure>> {
  const found: Variant[] = [];
  for (;;) {
    const request = { source, issueType: view, limit: CHUNK, offset: found.length };
    const answer = await call((api) => api.issues.getIssues(request), OPTIONS);
    if (!answer.ok) return answer;
    const { variants, total } = answer.value;
    found.push(...variants);
    if (variants.length === 0 || found.length >= total) return ok(found);
  }
}
