import { RIVAL_NAMES, type RivalKind } from '../core/rival-switches';
import type { Owner } from '../world-api';
import { faultPanel } from './fault-panel';

const escape = (source: string): string =>
  source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Our own icons of the two sales channels: a bag for the online store, a till for the counter. */
const BAG = `<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 8h14l1 12H4L5 8Z"/><path d="M9 10V6a3 3 0 0 1 6 0v4"/></svg>`;
const TILL = `<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><rect x="4" y="3" width="12" height="7" rx="1.5"/><path d="M3 13h18v7H3zM7 16.5h.01M12 16.5h.01M17 16.5h.01M10 10v3"/></svg>`;

const tab = (name: string, label: string, panel = `panel-${name}`): string =>
  `<button type="button" role="tab" id="tab-${name}" aria-controls="${panel}" aria-selected="false" data-tab="${name}">${label}</button>`;

const LOG_PANEL = `
<section class="panel" id="panel-log" role="tabpanel" aria-labelledby="tab-log">
  <div class="chips" role="group" aria-label="Show in the log">
    <button type="button" class="chip" data-show="all" aria-pressed="true">All</button>
    <button type="button" class="chip" data-show="call" aria-pressed="false">The app's calls</button>
    <button type="button" class="chip" data-show="webhook" aria-pressed="false">Webhooks</button>
    <button type="button" class="chip" data-show="outside" aria-pressed="false">Outside</button>
  </div>
  <ol id="log" class="log" tabindex="0" aria-label="Live log, newest first"></ol>
  <p id="log-empty" class="empty">Nothing has happened yet. Sell something.</p>
</section>`;

const COUNT_PANEL = `
<section class="panel" id="panel-counts" role="tabpanel" aria-labelledby="tab-counts">
  <p class="lead">Requests that the app made, and webhooks that it was sent.</p>
  <div id="counts"></div>
  <button type="button" class="soft" id="forget-counts">Restart the count</button>
</section>`;

const rivalSwitch = (kind: RivalKind, does: string): string =>
  `<div class="rival"><label class="switch"><input type="checkbox" role="switch" id="rival-${kind}" data-rival="${kind}"> <span>${RIVAL_NAMES[kind]} ${does}</span></label>
<label for="rival-${kind}-delay">after at most <input type="number" id="rival-${kind}-delay" data-rival-delay="${kind}" min="0" max="3600" step="0.1" inputmode="decimal"> seconds</label></div>`;

const WORLD_PANEL = `
<section class="panel" id="panel-world" role="tabpanel" aria-labelledby="tab-world">
  <h2>Consent pages</h2>
  <label class="switch"><input type="checkbox" role="switch" id="auto-approve"> <span>Say yes at once to every consent and billing page</span></label>
  <h2>The app's access</h2>
  <p>Ended by the merchant: <a href="/shopify/demo.myshopify.com/admin/apps">uninstall it at Shopify</a> or <a href="/square/dashboard/apps">revoke it at Square</a>.</p>
  <h2>Other apps</h2>
  <p class="faint">They write the first shop's stock too, as an app that the merchant forgot to turn off.</p>
  ${rivalSwitch('delta', 'copies every change to the other side')}
  ${rivalSwitch('orders', 'copies online sales to the counter')}
  ${rivalSwitch('mirror', 'copies each number to the other side')}
  <h2>Clock</h2>
  <p><label for="clock-speed">The platforms' time runs</label>
  <select id="clock-speed"><option value="1">as fast as ours</option><option value="10">10 times as fast</option><option value="60">a minute each second</option><option value="3600">an hour each second</option></select></p>
  <p class="faint">It is <time id="clock"></time> there. Token lives, retries and cursors follow it.</p>
  <h2>A new world</h2>
  <p class="faint">Both platforms begin again and forget every install and token. The app keeps its own data.</p>
  <div class="presets"><button type="button" class="soft" data-reset="small">The small shop</button></div>
  <form id="generate" class="inline"><label for="variants">or</label><input id="variants" type="number" min="1" max="100000" value="1000" inputmode="numeric"><label for="variants">matching variants</label><button type="submit" class="soft">Make them</button></form>
</section>`;

const DIALOGS = `
<dialog id="recount" aria-labelledby="recount-title"><form method="dialog">
  <h2 id="recount-title">Recount</h2><p class="lead" id="recount-what"></p>
  <label for="recount-cause">What happened?</label><select id="recount-cause"></select>
  <label for="recount-number" id="recount-label">How many are on the shelf?</label>
  <input id="recount-number" type="number" step="any" required inputmode="decimal">
  <div class="choice"><button type="button" class="soft" data-close>Cancel</button><button type="submit" class="main">Save</button></div>
</form></dialog>
<dialog id="rename" aria-labelledby="rename-title"><form method="dialog">
  <h2 id="rename-title">Change product</h2>
  <label for="rename-name">Name</label><input id="rename-name" required maxlength="255" autocomplete="off">
  <label for="rename-status">Status</label><select id="rename-status"><option value="active">On sale</option><option value="draft">Draft (online store only)</option><option value="archived">Archived</option></select>
  <fieldset id="rename-sides" class="sides"><legend>Where</legend></fieldset>
  <div class="choice"><button type="button" class="soft" data-close>Cancel</button><button type="submit" class="main">Save</button></div>
</form></dialog>
<dialog id="add" aria-labelledby="add-title"><form method="dialog">
  <h2 id="add-title">Add a product</h2>
  <label for="add-name">Name</label><input id="add-name" required maxlength="255" autocomplete="off">
  <div class="pair"><div><label for="add-sku">SKU</label><input id="add-sku" maxlength="255" autocomplete="off"></div>
  <div><label for="add-price">Price</label><input id="add-price" type="number" min="0" step="0.01" value="19.00" required inputmode="decimal"></div>
  <div><label for="add-quantity">In stock</label><input id="add-quantity" type="number" step="1" value="10" required inputmode="numeric"></div></div>
  <fieldset class="sides"><legend>On which shelf</legend>
    <label><input type="checkbox" name="side" value="shopify" checked> Online store</label><label><input type="checkbox" name="side" value="square" checked> Counter</label></fieldset>
  <div class="choice"><button type="button" class="soft" data-close>Cancel</button><button type="submit" class="main">Put it on the shelf</button></div>
</form></dialog>`;

/** Returns the page. Its script fills in what changes, from `/floor/state`. */
export function floorPage(owners: readonly Owner[]): string {
  const choices = owners
    .map(
      ({ name, title }, index) =>
        `<label><input type="radio" name="owner" value="${name}"${index === 0 ? ' checked' : ''}><span>${escape(title)}</span></label>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Shop floor</title><link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect width='24' height='24' rx='6' fill='%23a3471d'/%3E%3Cpath d='M5 9h14l1 10H4zM5 9l2-4h10l2 4' fill='none' stroke='white' stroke-width='2'/%3E%3C/svg%3E">
<link rel="stylesheet" href="/floor/floor.css"></head>
<body data-tab="shelves">
<header class="top">
  <div class="brand"><h1>Shop floor</h1><p>Where the outside world sells</p></div>
  <fieldset class="owners"><legend class="hidden">Shop</legend>${choices}</fieldset>
  <div class="find"><label class="hidden" for="search">Search products and SKUs</label><input id="search" type="search" placeholder="Search products and SKUs" autocomplete="off"></div>
  <button type="button" class="main" id="open-add">Add product</button>
</header>
<noscript><p class="empty">The shop floor needs JavaScript.</p></noscript>
<div class="floor">
<main id="shelves" aria-label="Both shelves">
  <div class="heads" aria-hidden="true"><span id="summary-wide"></span><span class="shopify">${BAG}Online store <small>Shopify</small></span><span></span><span class="square">${TILL}Counter <small>Square</small></span></div>
  <p id="summary" class="summary" role="status"></p>
  <div id="rows"></div>
  <p id="rows-empty" class="empty" hidden>No product matches.</p>
  <nav id="pager" class="pager" aria-label="Pages" hidden><button type="button" class="soft" id="page-back">Back</button><span id="page-where"></span><button type="button" class="soft" id="page-next">Next</button></nav>
</main>
<aside aria-label="What happens behind the shelves">
  <div class="tabs" role="tablist" aria-label="Behind the shelves">${tab('shelves', 'Shelves', 'shelves')}${tab('log', 'Live log')}${tab('faults', 'Faults')}${tab('counts', 'Counts')}${tab('world', 'World')}</div>
  ${LOG_PANEL}${faultPanel(BAG, TILL)}${COUNT_PANEL}${WORLD_PANEL}
</aside>
</div>
${DIALOGS}
<div id="toast" class="toast" role="alert" hidden></div>
<template id="cell-template"><div class="cell"><div class="stock"><output class="number"></output><span class="hint"></span></div>
<div class="acts"><button type="button" class="sell" data-act="sell">Sell</button><button type="button" data-act="restock">Restock</button><button type="button" data-act="recount">Recount</button></div></div></template>
<script type="module" src="/floor/floor.js"></script>
</body></html>`;
}
