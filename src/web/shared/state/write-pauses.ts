import { sourceName } from '../../../domain/source';
import type { OperatorWritePause, WritePauseList } from '../../../gen/sh/operations_pb';
import { atom } from './jotai';
import { useLoad, type Loaded } from './load';
import { useOperatorApi } from './operator-api';
import { idleQuery, type Query } from './remote';

/** Pauses of changes in force. */
const pausesAtom = atom<Query<WritePauseList>>(idleQuery);

/** The pauses in force, for the operators' screens. */
export function useWritePauses(): Loaded<WritePauseList> {
  const operators = useOperatorApi();
  return useLoad({
    atom: pausesAtom,
    key: 'pauses',
    label: 'getting pauses',
    make: (_, options) => operators.operations.getWritePauses({}, options),
  });
}

/** What a pause stops: 'all changes of every customer', 'changes to Square of demo.myshopify.com'. */
export function pausedText({ accountId, domain, source }: Pick<OperatorWritePause, 'accountId' | 'domain' | 'source'>): string {
  const what = source === 'shopify' || source === 'square' ? `changes to ${sourceName(source)}` : 'all changes';
  const whose = accountId === '' ? 'every customer' : domain === '' ? `account ${accountId}` : domain;
  return `${what} of ${whose}`;
}
