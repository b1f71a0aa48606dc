import { describe, expect, it } from 'vitest';

import { checkVariant, type LevelProblem, type VariantFacts } from '../../../src/domain/catalog/check-variant';
import { statusOf, viewOf, type SideFacts } from '../../../src/domain/catalog/joined';
import { SOURCES, sourceName, type Source } from '../../../src/domain/source';
import { NO_PACKS } from '../../../src/domain/sync/pack-size';
import type { AccountStatus } from '../../../src/gen/sh/account_pb';
import type { JoinedVariant } from '../../../src/gen/sh/common_pb';
import type { InventoryVariant } from '../../../src/gen/sh/inventory_pb';
import { accountNotices, decideAnswer } from '../../../src/web/merchant/dashboard/state';
import { checkedOf } from '../../../src/web/merchant/inventory/checked-variant';
import { inventoryCsv } from '../../../src/web/merchant/inventory/inventory-csv';
import { badgesOf, findingOf, markOf, problemsOf } from '../../../src/web/merchant/inventory/variant-findings';
import {
  canCopyToShopify,
  canRecount,
  canSetQuantity,
  copyTarget,
  resolveVariant,
} from '../../../src/web/merchant/inventory/variant-state';
import { selfTest } from '../../../src/web/merchant/self-test/state';
import { A_PAIR, aSide, aSnapshot, aStatus, someLocations } from '../support/builders';

/** One state of a variant and of its account. */
interface State extends VariantFacts {
  /** Whether auto-sync is on, and changes are being sent. */
  readonly sending: boolean;
  /** Whether both catalogs were read completely. */
  readonly read: boolean;
}

const SIDES: readonly (SideFacts | null)[] = [
  null,
  ...[true, false].flatMap((tracked) => [
    { tracked, missing: false, duplicate: false },
    { tracked, missing: false, duplicate: true },
    { tracked, missing: true, duplicate: false },
  ]),
];
const NUMBERS = [
  [5, 5],
  [5, 3],
  [5, null],
  [null, 3],
  [null, null],
] as const;
const HEALTH_PROBLEMS: readonly LevelProblem[] = ['', 'another_writer', 'held', 'blocked', 'frozen'];
const BOTH = [true, false];

/** The sides of a variant with their numbers: a side that is absent has none. */
function sidesWithNumbers() {
  const pairs = SIDES.flatMap((shopify) => SIDES.map((square) => ({ shopify, square })));
  return pairs
    .filter(({ shopify, square }) => shopify !== null || square !== null)
    .flatMap(({ shopify, square }) =>
      NUMBERS.map(([a, b]) => ({
        shopify,
        square,
        shopifyQuantity: shopify === null ? null : a,
        squareQuantity: square === null ? null : b,
        packs: NO_PACKS,
      })),
    );
}

/** Every possible state: only a variant of one side that has a SKU can have its SKU taken. */
function states(): readonly State[] {
  const flags = BOTH.flatMap((underWay) => BOTH.flatMap((sending) => BOTH.map((read) => ({ underWay, sending, read }))));
  return sidesWithNumbers().flatMap((sides) => {
    const { shopify, square } = sides;
    const mayBeTaken = (shopify === null || square === null) && (shopify ?? square)?.missing === false;
    return (mayBeTaken ? BOTH : [false]).flatMap((skuTaken) =>
      HEALTH_PROBLEMS.flatMap((trouble) => {
        // A variant of an archived product competes for no SKU, so it is no duplicate, and the other side's SKU is nothing to it.
        const mayBeArchived = !skuTaken && shopify?.duplicate !== true && square?.duplicate !== true;
        const isAlone = shopify === null || square === null;
        const asides = [
          { archived: false, excluded: false },
          ...(mayBeArchived ? [{ archived: true, excluded: false }] : []),
          // The link of an excluded variant has ended, and it competes for no SKU either.
          ...(mayBeArchived && isAlone ? BOTH.map((archived) => ({ archived, excluded: true })) : []),
        ];
        return asides.flatMap((aside) => flags.map((flag) => ({ ...sides, skuTaken, ...aside, trouble, ...flag })));
      }),
    );
  });
}

const both = ({ shopify, square }: State) => shopify !== null && square !== null;
const tracked = ({ shopify, square }: State) => shopify?.tracked !== false && square?.tracked !== false;
const linked = (s: State) => both(s) && tracked(s);
const counted = (s: State) => s.shopifyQuantity !== null && s.squareQuantity !== null;
const equal = (s: State) => counted(s) && s.shopifyQuantity === s.squareQuantity;
const blank = ({ shopify, square }: State) => [shopify, square].every((side) => side === null || side.missing);
const duplicate = ({ shopify, square }: State) => shopify?.duplicate === true || square?.duplicate === true;
const calm = (s: State) => s.trouble === '' && !s.underWay;
const only = (source: Source) => (s: State) => !both(s) && s[source] !== null;
const untracked = (source: Source) => (s: State) => s[source]?.tracked === false;
/** No variant on the other platform has the SKU, as a complete catalog shows. */
const copyable = (s: State): boolean => !both(s) && !blank(s) && !duplicate(s) && !s.skuTaken && !s.archived && !s.excluded;
/** A quantity can be set: not while the variant is on hold because of another app. */
const settable = (s: State) => tracked(s) && s.trouble !== 'another_writer';

type Claim = readonly [text: RegExp, holds: (state: State) => boolean];

/** What each text claims, checked against the facts only. A text that matches none of these fails: its claim is not verified. */
const CLAIMS: readonly Claim[] = [
  // List and file.
  [/^mark: In sync$/u, (s) => linked(s) && equal(s) && calm(s)],
  [/^mark: Out of sync$/u, (s) => linked(s) && counted(s) && !equal(s) && s.trouble === ''],
  [/^mark: Needs attention$/u, (s) => both(s) && s.trouble !== ''],
  [/^mark: Not tracked$/u, (s) => both(s) && !tracked(s) && s.trouble === ''],
  [/^mark: Equal, with a change on its way$/u, (s) => linked(s) && equal(s) && s.underWay],
  [/^A change has not arrived on the other platform yet\.$/u, (s) => s.underWay],
  [/^Inventory tracking is not turned on for both platforms, so changes do not sync\.$/u, (s) => both(s) && !tracked(s)],
  [/^badge: archived on Shopify$/u, (s) => s.archived && s.shopify !== null],
  [/^badge: archived on Square$/u, (s) => s.archived && s.square !== null],
  [/^badge: excluded$/u, (s) => s.excluded],
  [/^badge: duplicate SKU$/u, duplicate],
  [/^badge: SKU in use on Square$/u, (s) => only('shopify')(s) && s.skuTaken],
  [/^badge: SKU in use on Shopify$/u, (s) => only('square')(s) && s.skuTaken],
  [/^badge: not tracked$/u, (s) => !tracked(s)],
  [/^badge: not counted$/u, (s) => linked(s) && !counted(s)],
  [/^badge: change held$/u, (s) => s.trouble === 'held'],
  [/^badge: rejected$/u, (s) => s.trouble === 'blocked'],
  [/^badge: stopped$/u, (s) => s.trouble === 'frozen'],
  [/^badge: on hold: other app$/u, (s) => s.trouble === 'another_writer'],
  [/^row: Copy To Shopify$/u, (s) => only('square')(s) && copyable(s)],
  [/^csv: Missing SKU$/u, blank],
  [/^csv: Excluded$/u, (s) => s.excluded],
  [/^csv: Archived$/u, (s) => s.archived && !both(s) && !s.excluded],
  [/^csv: Duplicate SKU$/u, duplicate],
  [/^csv: SKU In Use on Square$/u, (s) => only('shopify')(s) && s.skuTaken],
  [/^csv: SKU In Use on Shopify$/u, (s) => only('square')(s) && s.skuTaken],
  [/^csv: Only in Shopify$/u, (s) => only('shopify')(s) && !s.skuTaken && !s.archived && !s.excluded],
  [/^csv: Only in Square$/u, (s) => only('square')(s) && !s.skuTaken && !s.archived && !s.excluded],
  [/^csv: Inventory Tracking Disabled$/u, (s) => !both(s) && !tracked(s)],
  [/^csv: Not Tracked$/u, (s) => both(s) && !tracked(s)],
  [/^csv: Not Counted$/u, (s) => linked(s) && !counted(s)],
  [/^csv: Out of Sync$/u, (s) => linked(s) && counted(s) && !equal(s)],
  [/^csv: Needs Attention$/u, (s) => linked(s) && s.trouble !== ''],
  [/^csv: Change In Progress$/u, (s) => linked(s) && s.underWay],
  [/^csv: In Sync$/u, (s) => linked(s) && equal(s) && calm(s)],
  // Drawer.
  [/^Missing SKU$/u, blank],
  [/^Neither platform has a SKU for this variant\. The two sides stay matched/u, (s) => both(s) && blank(s)],
  [/^Without a SKU, this variant is not matched/u, (s) => !both(s) && blank(s) && !s.excluded],
  [/^You exclude it from syncing/u, (s) => s.excluded],
  [/^Not on Shopify$/u, only('square')],
  [/^Not on Square$/u, only('shopify')],
  [/^No Shopify variant has this SKU\. Sync it/u, (s) => only('square')(s) && copyable(s) && s.read],
  [/^No Square variant has this SKU\. Sync it/u, (s) => only('shopify')(s) && copyable(s) && s.read],
  [/^The last read of your (?:Shopify|Square) catalog is not complete/u, (s) => !s.read],
  [/^More than one Shopify variant has this SKU/u, (s) => only('shopify')(s) && duplicate(s)],
  [/^More than one Square variant has this SKU/u, (s) => only('square')(s) && duplicate(s)],
  [/^Its product is archived on Shopify, so it is not matched/u, (s) => only('shopify')(s) && s.archived],
  [/^Its product is archived on Square, so it is not matched/u, (s) => only('square')(s) && s.archived],
  [/^Square has this SKU on another variant/u, (s) => only('shopify')(s) && s.skuTaken],
  [/^Shopify has this SKU on another variant/u, (s) => only('square')(s) && s.skuTaken],
  [/^Sync To Shopify$/u, (s) => only('square')(s) && copyable(s) && s.read],
  [/^Sync To Square$/u, (s) => only('shopify')(s) && copyable(s) && s.read],
  [/^Inventory tracking is disabled$/u, (s) => !tracked(s)],
  [/^Shopify does not track the inventory of this variant/u, untracked('shopify')],
  [/^Square does not track the inventory of this variant/u, untracked('square')],
  [/^Shopify and Square do not track/u, (s) => untracked('shopify')(s) && untracked('square')(s)],
  [/^Neither platform tracks the inventory/u, (s) => untracked('shopify')(s) && untracked('square')(s)],
  [/so changes on (?:Shopify|Square) do not sync\. They are recorded in the history\.$/u, (s) => both(s) && !tracked(s)],
  [/^Not counted yet$/u, (s) => linked(s) && !counted(s)],
  [/^Neither platform has counted this variant yet\.$/u, (s) => s.shopifyQuantity === null && s.squareQuantity === null],
  [/^Shopify has not counted this variant yet\./u, (s) => s.shopifyQuantity === null && s.squareQuantity !== null],
  [/^Square has not counted this variant yet\./u, (s) => s.squareQuantity === null && s.shopifyQuantity !== null],
  [/Set the count to start both platforms from the same quantity\.$/u, settable],
  [/^Quantities differ$/u, (s) => linked(s) && counted(s) && !equal(s)],
  [/^The two platforms have different quantities\./u, (s) => counted(s) && !equal(s)],
  [/Auto-sync is off, so changes wait until you turn it on\.$/u, (s) => !s.sending],
  [/different quantities\. A change has not arrived on the other platform yet\.$/u, (s) => s.underWay && s.sending],
  [/The history shows how they came to differ\. Choose the correct quantity\./u, (s) => calm(s) && settable(s)],
  [/New sales keep syncing\.$/u, (s) => s.sending && linked(s) && s.trouble === ''],
  [/^Quantities are equal$/u, (s) => linked(s) && equal(s) && !calm(s)],
  [/^Both platforms have the same quantity/u, equal],
  [/but a change did not sync\.$/u, (s) => s.trouble !== '' && s.trouble !== 'another_writer'],
  [/same quantity\. A change has not arrived on the other platform yet\.$/u, (s) => s.underWay],
  [/^Items In Sync$/u, (s) => linked(s) && equal(s) && calm(s)],
  [/^A change is on hold for your review$/u, (s) => s.trouble === 'held'],
  [/^DETAIL Send it to the other platform, or drop it to leave that platform as it is\.$/u, (s) => s.trouble === 'held'],
  [/^A platform rejected the change$/u, (s) => s.trouble === 'blocked'],
  [/^DETAIL Fix it on the platform\./u, (s) => s.trouble === 'blocked'],
  [/Then save the inventory count here to start syncing again\.$/u, settable],
  [/^Syncing stopped until you set the quantity$/u, (s) => s.trouble === 'frozen'],
  [/^DETAIL Count your stock, and save that number here\.$/u, (s) => s.trouble === 'frozen' && settable(s)],
  [/^DETAIL Turn on inventory tracking first\.$/u, (s) => s.trouble === 'frozen' && !tracked(s)],
  [/^On hold: another app changes its stock as well$/u, (s) => s.trouble === 'another_writer'],
  [/^DETAIL$/u, (s) => s.trouble === 'another_writer'],
  [/^Duplicate SKU$/u, duplicate],
  [/^Another variant on the same platform also has this SKU, so a quantity change could belong to either one\./u, duplicate],
  [/^Save Inventory Count$/u, settable],
  [/^Set the count$/u, (s) => settable(s) && s.trouble === ''],
  // Dashboard, over an account that has this one variant.
  [/^Your 1 variant is in sync\.$/u, (s) => linked(s) && equal(s) && calm(s)],
  [/^Quantities match for your 1 variant\.$/u, (s) => linked(s) && equal(s) && !calm(s)],
  [/^0 of 1 variant in sync\./u, (s) => !linked(s) || !equal(s)],
  [/ 1 needs attention\.$/u, (s) => !linked(s) || !s.underWay || !s.sending || s.trouble !== ''],
  [/^No action needed\.$/u, (s) => linked(s) && equal(s) && calm(s)],
  [/Auto-sync is off, so changes are not sent\./u, (s) => !s.sending],
  [/1 change is waiting\.$/u, (s) => s.underWay],
  [/1 has different or unknown quantities/u, (s) => linked(s) && !equal(s)],
  [/1 is on only one platform/u, (s) => !both(s)],
  [/1 has inventory tracking turned off/u, (s) => both(s) && !tracked(s)],
  [/1 has a change that did not sync/u, (s) => s.trouble !== '' && s.trouble !== 'another_writer'],
  [/1 is on hold because another app changes its stock/u, (s) => s.trouble === 'another_writer'],
  [/1 change is syncing/u, (s) => s.underWay && s.sending],
  [/^Inventory-tracking disabled: /u, (s) => !tracked(s)],
  [/^Inventory tracking is enabled for all variants$/u, tracked],
  [/^Duplicate SKUs: /u, duplicate],
  [/^No duplicate SKUs$/u, (s) => !duplicate(s)],
  [/^Variants without a SKU: /u, (s) => s.shopify?.missing === true || s.square?.missing === true],
  [/^All variants have SKUs$/u, (s) => s.shopify?.missing !== true && s.square?.missing !== true],
  [/^1 variant has a change on hold for your review$/u, (s) => s.trouble === 'held'],
  [/^1 variant has a change that a platform rejected$/u, (s) => s.trouble === 'blocked'],
  [/^1 variant stopped syncing because/u, (s) => s.trouble === 'frozen'],
  [/^1 variant is on hold: another app changes its stock as well$/u, (s) => s.trouble === 'another_writer'],
  [/^Auto-sync is disabled: /u, (s) => !s.sending],
  [/^Auto-sync is enabled$/u, (s) => s.sending],
  // Self-test.
  [/^test: SKUs and inventory tracking: (?:Checking…$)?/u, () => true],
  [
    /: No missing or duplicate SKUs, and inventory is tracked everywhere$/u,
    (s) => tracked(s) && !duplicate(s) && s.shopify?.missing !== true && s.square?.missing !== true,
  ],
  [/Missing SKUs: /u, (s) => s.shopify?.missing === true || s.square?.missing === true],
  [/Duplicate SKUs: /u, duplicate],
  [/Inventory tracking disabled: /u, (s) => !tracked(s)],
  [/^test: Quantities: /u, () => true],
  [/: 1 variant has the same stock on both platforms/u, (s) => linked(s) && equal(s)],
  [/: 1 variant with quantities that differ or are unknown/u, (s) => linked(s) && !equal(s)],
  [/: 1 variant on both platforms but not tracked on both/u, (s) => both(s) && !tracked(s)],
  [/: 0 variants have the same stock on both platforms/u, (s) => !linked(s) || !equal(s)],
  [/^test: Changes that did not sync: No changes are on hold, rejected, or stopped$/u, (s) => s.trouble === ''],
  [/^test: Changes that did not sync: 1 on hold for your review$/u, (s) => s.trouble === 'held'],
  [/^test: Changes that did not sync: 1 rejected by a platform$/u, (s) => s.trouble === 'blocked'],
  [/^test: Changes that did not sync: 1 stopped because/u, (s) => s.trouble === 'frozen'],
  [/^test: Changes that did not sync: 1 on hold because another app changes the same stock$/u, (s) => s.trouble === 'another_writer'],
];

const SKU = 'TEE-M';

function messagesOf(state: State): { readonly row: InventoryVariant; readonly detail: JoinedVariant } {
  const { shopify, square, shopifyQuantity, squareQuantity } = state;
  const shared = {
    id: '1',
    status: statusOf(shopify, square, equal(state)),
    ...checkVariant(state),
    shopifyPackSize: 1,
    squarePackSize: 1,
    troubleDetail: state.trouble === '' ? '' : 'DETAIL',
    ...(shopifyQuantity === null ? {} : { shopifyQuantity }),
    ...(squareQuantity === null ? {} : { squareQuantity }),
  };
  const side = (source: Source) => {
    const facts = state[source];
    if (facts === null) return {};
    const known = { sku: facts.missing ? '' : SKU, inventoryTracked: facts.tracked, productStatus: productStatusOf(state, source) };
    return { [source]: aSide({ source, id: `${source}-1`, ...known }) };
  };
  return {
    row: {
      ...shared,
      name: 'Medium',
      productId: 'P',
      sku: (shopify ?? square)?.missing === true ? '' : SKU,
      shopifyId: shopify === null ? '' : 'shopify-1',
      squareId: square === null ? '' : 'square-1',
      shopifyProductStatus: productStatusOf(state, 'shopify'),
      squareProductStatus: productStatusOf(state, 'square'),
      vendor: '',
      productType: '',
      imageUrl: '',
    },
    detail: { ...shared, manualLink: false, shopifyLocationId: 'A', squareLocationId: 'B', ...side('shopify'), ...side('square') },
  };
}

function productStatusOf(state: State, source: Source): string {
  if (state[source] === null) return '';
  return state.archived ? 'archived' : 'active';
}

function accountOf(state: State) {
  const owed = state.underWay && state.trouble === '' ? 1 : 0;
  const snapshots = SOURCES.map((source) => aSnapshot(source, state.read ? {} : { state: 'running', completed: '' }));
  return aStatus({
    autoSync: state.sending,
    listeningActive: state.sending,
    snapshots,
    owed,
    owedOutOfSync: linked(state) && !equal(state) ? owed : 0,
    held: Number(state.trouble === 'held'),
    blocked: Number(state.trouble === 'blocked'),
    frozen: Number(state.trouble === 'frozen'),
    writersHeld: Number(state.trouble === 'another_writer'),
  });
}

function listTexts({ row }: ReturnType<typeof messagesOf>) {
  const mark = markOf(checkedOf(row), row.troubleDetail);
  const status =
    inventoryCsv([{ productName: 'Tee', variant: row }])
      .split('\r\n')[1]
      ?.split(',')[5] ?? '';
  return [
    ...(mark === null ? [] : [`mark: ${mark.label}`, mark.explained === 'DETAIL' ? '' : mark.explained]),
    ...badgesOf(row).map((badge) => `badge: ${badge}`),
    canCopyToShopify(row) ? 'row: Copy To Shopify' : '',
    `csv: ${status}`,
  ];
}

function drawerTexts({ detail }: ReturnType<typeof messagesOf>, status: AccountStatus) {
  const finding = findingOf(resolveVariant(detail), detail, status);
  const to = copyTarget(detail, status);
  return [
    finding.title,
    finding.text,
    ...problemsOf(detail, resolveVariant(detail), canSetQuantity(detail)).flatMap(({ title, text }) => [title, text]),
    to === null ? '' : `Sync To ${sourceName(to)}`,
    canSetQuantity(detail) ? 'Save Inventory Count' : '',
    canRecount(detail) ? 'Set the count' : '',
  ];
}

function accountTexts(state: State, status: AccountStatus) {
  const view = viewOf(state.shopify, state.square, equal(state));
  const counts = {
    all: 1,
    inSync: Number(view === 'in_sync'),
    outOfSync: Number(view === 'out_of_sync'),
    onlyShopify: Number(view === 'shopify_only'),
    onlySquare: Number(view === 'square_only'),
    notTracked: Number(view === 'not_tracked'),
    archived: 0,
    excluded: 0,
  };
  const count = (has: (side: SideFacts) => boolean) => ({
    shopify: Number(state.shopify !== null && has(state.shopify)),
    square: Number(state.square !== null && has(state.square)),
  });
  const issues = {
    missing: count((side) => side.missing),
    duplicate: count((side) => side.duplicate),
    disabled: count((side) => !side.tracked),
  };
  const notices = accountNotices({ status, ...issues }).map(({ text }) => text);
  const answer = decideAnswer(status, counts);
  // During the first read of the catalogs the dashboard mentions nothing else.
  const reading = !state.read && counts.inSync === 0;
  const checks = selfTest({ status, access: null, locations: someLocations({ synced: [A_PAIR] }), counts, issues }, 0);
  const tested = checks
    .filter(({ name }) => /^(?:SKUs|Quantities|Changes)/u.test(name))
    .map(({ name, found }) => `test: ${name}: ${found}`);
  return [
    ...(reading ? [] : [answer.headline, answer.detail]),
    ...notices.filter((text) => !/subscription|connected/u.test(text)),
    ...tested,
  ];
}

/** Every state with the texts about it, by place. */
const SAID = states().map((state) => {
  const messages = messagesOf(state);
  const status = accountOf(state);
  const said = (texts: readonly string[]): string[] => texts.filter((text) => text !== '');
  return {
    state,
    list: said(listTexts(messages)),
    drawer: said(drawerTexts(messages, status)),
    // The account's counts and issues leave archived and excluded products out.
    account: state.archived || state.excluded ? [] : said(accountTexts(state, status)),
  };
});

const claimsByText = new Map<string, readonly Claim[]>();

function claimsOf(text: string): readonly Claim[] {
  const claims = claimsByText.get(text) ?? CLAIMS.filter(([pattern]) => pattern.test(text));
  claimsByText.set(text, claims);
  return claims;
}

describe('every text about a variant', () => {
  it('is true in every state that it is shown for, and claims nothing that is not known', () => {
    const wrong = new Set<string>();
    const said = new Set<Claim>();
    for (const { state, list, drawer, account } of SAID) {
      for (const text of [...list, ...drawer, ...account]) {
        const claims = claimsOf(text);
        if (claims.length === 0) wrong.add(`not verified: ${text}`);
        for (const claim of claims) {
          said.add(claim);
          if (!claim[1](state) && wrong.size < 20) wrong.add(`${String(claim[0])} of ${JSON.stringify(state)}`);
        }
      }
    }
    expect([...wrong]).toEqual([]);
    expect(CLAIMS.filter((claim) => !said.has(claim)).map(([pattern]) => String(pattern))).toEqual([]);
    expect(SAID.length).toBeGreaterThan(5_000);
  });

  /** What must be shown for some states, in each place. */
  const MUST: readonly (readonly [when: (state: State) => boolean, place: 'list' | 'drawer' | 'account', text: RegExp])[] = [
    [(s) => !tracked(s), 'list', /badge: not tracked|csv: (?:Missing|Duplicate) SKU/u],
    [(s) => s.archived, 'list', /badge: archived on/u],
    [(s) => s.excluded, 'list', /badge: excluded/u],
    [(s) => s.excluded, 'drawer', /You exclude it from syncing/u],
    [(s) => !tracked(s), 'drawer', /Inventory tracking is disabled/u],
    [(s) => !tracked(s), 'account', /Inventory-tracking disabled/u],
    [(s) => s.trouble !== '', 'list', /badge: (?:on hold|change held|rejected|stopped)/u],
    [(s) => s.trouble !== '', 'drawer', /DETAIL/u],
    [(s) => s.trouble !== '', 'account', /on hold for your review|on hold: another app|a platform rejected|stopped syncing because/u],
    [duplicate, 'list', /badge: duplicate SKU/u],
    [duplicate, 'drawer', /Duplicate SKU/u],
    [(s) => linked(s) && counted(s) && !equal(s), 'list', /mark: (?:Out of sync|Needs attention)/u],
    [(s) => linked(s) && !blank(s) && counted(s) && !equal(s), 'drawer', /Quantities differ/u],
  ];

  it('is shown wherever its state is shown', () => {
    const silent = SAID.flatMap((said) =>
      MUST.filter(
        ([when, place, text]) =>
          !(place === 'account' && (said.state.archived || said.state.excluded)) &&
          when(said.state) &&
          !said[place].some((one) => text.test(one)),
      ).map(([, place, text]) => `${place} ${String(text)} ${JSON.stringify(said.state)}`),
    );
    expect(silent.slice(0, 10)).toEqual([]);
  });
});
