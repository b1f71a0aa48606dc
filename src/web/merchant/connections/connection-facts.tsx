import type { Connection } from '../../../gen/sh/connections_pb';
import { Fact } from '../../shared/components/facts';
import { When } from '../../shared/components/when';
import { formatDay } from '../../shared/dates';
import { text } from './connections.text';

/** Lists the business that a connection belongs to and when it was connected, for use within `Facts`. */
export function ConnectionFacts({ connection: { label, name, connectedAt } }: { readonly connection: Connection }) {
  return (
    <>
      <Fact name={text.facts.business}>{label || text.facts.none}</Fact>
      <Fact name={text.facts.identifier}>{name || text.facts.none}</Fact>
      <Fact name={text.facts.connectedSince}>
        {connectedAt === '' ? text.facts.none : <When at={connectedAt}>{formatDay(connectedAt)}</When>}
      </Fact>
    </>
  );
}
