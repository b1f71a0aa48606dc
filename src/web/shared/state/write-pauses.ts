import { parseSource, sourceName } from '../../../domain/source';
import type { OperatorWritePause, WritePauseList } from '../../../gen/sh/operations_pb';
import { sharedText } from '../shared.text';
import { atom } from './jotai';
import { useLoad, type Loaded } from './load';
import { useOperatorApi } from './operator-api';
import { idleQuery, type Query } from './remote';

const pausesAtom = atom<Query<WritePauseList>>(idleQuery);

/** Loads the active pauses, for operator pages. */
export function useWritePauses(): Loaded<WritePauseList> {
  const operators = useOperatorApi();
  return useLoad({
    atom: pausesAtom,
    key: 'pauses',
    label: 'getting pauses',
    make: (_, options) => operators.operations.getWritePauses({}, options),
  });
}

/** Returns what a pause covers: 'all changes for every customer', 'changes to Square for demo.myshopify.com'. */
export function pausedText({ accountId, domain, source }: Pick<OperatorWritePause, 'accountId' | 'domain' | 'source'>): string {
  const { account, everyCustomer, scope } = sharedText.pauses;
  const known = parseSource(source);
  const whose = accountId === '' ? everyCustomer : domain === '' ? account(accountId) : domain;
  return scope(known === null ? null : sourceName(known), whose);
}
