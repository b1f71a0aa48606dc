import { otherWritersText as text } from '../other-writers.text';
import { useAcknowledgeWriters, useOtherWriters } from '../state/other-writers';
import { latest } from '../state/remote';
import { Button } from './button';
import { Notice } from './notice';

/** Names other applications that change stock on Square, until the merchant says that they know; nothing while there are none. */
export function OtherWritersNotice() {
  const loaded = useOtherWriters();
  const { busy, acknowledge } = useAcknowledgeWriters(loaded.reload);
  const list = latest(loaded.remote);
  const fresh = list?.writers.filter(({ isNew }) => isNew) ?? [];
  if (list === null || fresh.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={text.title(fresh.length)}
      action={
        <Button size="sm" busy={busy} onClick={() => acknowledge(fresh.map(({ id }) => id))}>
          {text.gotIt}
        </Button>
      }
    >
      {fresh.map(({ id, name, changes }) => (
        <p key={id}>{text.made(name === '' ? text.unnamed : name, changes, list.complete)}</p>
      ))}
      <p>{fresh.length === 1 ? text.turnOff : text.turnOffEach}</p>
    </Notice>
  );
}
