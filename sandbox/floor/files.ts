import actions from './client/actions.js.txt';
import counts from './client/counts.js.txt';
import dialogs from './client/dialogs.js.txt';
import dom from './client/dom.js.txt';
import faults from './client/faults.js.txt';
import style from './client/floor.css.txt';
import floor from './client/floor.js.txt';
import log from './client/log.js.txt';
import rows from './client/rows.js.txt';
import shelves from './client/shelves.js.txt';
import tabs from './client/tabs.js.txt';

/** The page's style and scripts by name, served unchanged. */
export const FLOOR_FILES: ReadonlyMap<string, string> = new Map([
  ['actions.js', actions],
  ['counts.js', counts],
  ['dialogs.js', dialogs],
  ['dom.js', dom],
  ['faults.js', faults],
  ['floor.css', style],
  ['floor.js', floor],
  ['log.js', log],
  ['rows.js', rows],
  ['shelves.js', shelves],
  ['tabs.js', tabs],
]);
