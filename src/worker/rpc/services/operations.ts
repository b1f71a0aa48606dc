import type { IOperationsClient } from '../../../gen/sh/operations_pb.client';
import { unavailable, type Handlers } from '../handler';

/** sh.Operations: what operators read to look after all customers. */
export const operationsHandlers: Handlers<IOperationsClient> = {
  getFleet: unavailable,
  getAccountHealth: unavailable,
  getAccountTasks: unavailable,
  getAudit: unavailable,
  getDeadLetters: unavailable,
  replayDeadLetters: unavailable,
  dropDeadLetters: unavailable,
  getAlerts: unavailable,
};
