import { writerKey } from '../../../domain/account/other-writers';
import type { OtherWritersView } from '../../../durable/api/writers-api';
import type { OtherWriterList } from '../../../gen/sh/connections_pb';
import { toTimestamp } from './time';

/** Returns who else changes stock on Square as calls answer it. */
export function toOtherWriters({ readAt, since, isComplete, writers }: OtherWritersView): OtherWriterList {
  return {
    readAt: toTimestamp(readAt),
    since: toTimestamp(since),
    complete: isComplete,
    writers: writers.map((writer) => ({
      id: writerKey(writer),
      name: writer.name,
      changes: writer.changes,
      firstAt: toTimestamp(writer.first),
      lastAt: toTimestamp(writer.last),
      isNew: writer.isNew,
    })),
  };
}
