import { Button, ButtonLink } from '../../shared/components/button';
import { Notice } from '../../shared/components/notice';
import { bulkChangePath, inventoryPath } from '../../shared/paths';
import { countOutcomes } from '../../shared/sku-outcomes';
import { failureText } from '../../shared/state/calls';
import { linkingText } from './linking.text';
import { itemName } from './state';
import type { LinkingActions } from './use-linking';

const text = linkingText.result;

type LinkingResult = Extract<LinkingActions['linking']['stage'], { kind: 'result' }>;

interface ResultStageProps {
  readonly result: LinkingResult;
  readonly actions: LinkingActions;
}

/** Shows what became of each link. */
export function ResultStage({ result, actions }: ResultStageProps) {
  const { plan, linked } = result;
  const { outcomes, failure } = linked;
  const links = plan.links.map(({ shopify }) => shopify);
  const counts = countOutcomes(links, outcomes);
  const lines = [
    ...(['unconfirmed', 'untried'] as const).flatMap((kind) => (counts[kind] === 0 ? [] : [text[kind](counts[kind])])),
    ...copied(result),
  ];
  const refused = links.flatMap((shopify) => {
    const outcome = outcomes.get(shopify.id);
    return outcome?.kind === 'refused' ? [{ id: shopify.id, name: itemName(shopify), why: outcome.message }] : [];
  });
  return (
    <section aria-labelledby="result-heading" className="flex flex-col gap-4">
      {failure !== null && (
        <Notice tone="bad" title={text.ended}>
          <p>{failureText(failure)}</p>
          <p>{text.endedExplained}</p>
        </Notice>
      )}
      <div role="status">
        <h2 id="result-heading" className="text-lg font-semibold">
          {text.title(counts.set)}
        </h2>
        {lines.length > 0 && <p className="text-muted tabular-nums">{lines.join(' ')}</p>}
      </div>
      {refused.length > 0 && (
        <details open className="rounded-lg border border-line bg-surface px-4 py-3">
          <summary className="font-medium">{text.refused(refused.length)}</summary>
          <ul className="mt-2 list-disc pl-5 text-muted">
            {refused.map(({ id, name, why }) => (
              <li key={id} className="wrap-anywhere">
                {name}: {why}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" onClick={() => actions.show('review')}>
          {text.back}
        </Button>
        {linked.bulkChangeId !== '' && <ButtonLink href={bulkChangePath(linked.bulkChangeId)}>{text.bulkChange}</ButtonLink>}
        <ButtonLink href={inventoryPath('out_of_sync')}>{text.inventory}</ButtonLink>
      </div>
    </section>
  );
}

/** Returns how many SKUs were copied, and how many of links that were made were not; nothing where none was to be. */
function copied({ plan, linked, skus }: LinkingResult): readonly string[] {
  if (skus === null) return [];
  const wanted = plan.skus.filter(({ id }) => linked.outcomes.get(id)?.kind === 'set');
  const { set } = countOutcomes(wanted, skus.outcomes);
  return [...(set === 0 ? [] : [text.copied(set)]), ...(wanted.length === set ? [] : [text.notCopied(wanted.length - set)])];
}
