import { Fact, Facts } from '../../shared/components/facts';
import { Panel } from '../../shared/components/page';
import { Unloaded } from '../../shared/components/unloaded';
import { When } from '../../shared/components/when';
import { formatHistoryTime } from '../../shared/history-time';
import { otherWritersText as text } from '../../shared/other-writers.text';
import { useOtherWriters } from '../../shared/state/other-writers';
import { latest } from '../../shared/state/remote';

/** Lists the other applications that changed stock on Square in the last 30 days. */
export function OtherWritersPanel() {
  const loaded = useOtherWriters();
  const list = latest(loaded.remote);
  return (
    <Panel title={text.heading}>
      {list === null ? (
        <Unloaded loaded={loaded} title={text.notLoaded} rows={2} />
      ) : list.readAt === '' ? (
        <p className="px-4 py-4 text-muted">{text.notRead}</p>
      ) : (
        <>
          {list.writers.length === 0 ? (
            <p className="px-4 py-4 text-muted">{list.complete ? text.none : text.noneInPart}</p>
          ) : (
            <Facts>
              {list.writers.map(({ id, name, changes, lastAt }) => (
                <Fact key={id} name={name === '' ? text.unnamed : name}>
                  {text.changes(changes, list.complete)}
                  <span className="font-normal text-muted">
                    {' · '}
                    {text.lastChange} <When at={lastAt}>{formatHistoryTime(lastAt)}</When>
                  </span>
                </Fact>
              ))}
            </Facts>
          )}
          <p className="border-t border-line bg-sunken px-4 py-2.5 text-sm text-muted">
            {text.readAt} <When at={list.readAt}>{formatHistoryTime(list.readAt)}</When>
          </p>
        </>
      )}
    </Panel>
  );
}
