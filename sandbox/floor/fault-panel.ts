/** One numeric switch: a probability in percent, or a time in ms. */
interface Slider {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly max: number;
  readonly step: number;
  readonly unit: '%' | 'ms';
  /** True for a switch that does nothing alone: it sets the delay of another switch. */
  readonly measure: boolean;
}

/** Creates a switch for a probability. */
const chance = (name: string, label: string, hint: string): Slider => ({ name, label, hint, max: 100, step: 1, unit: '%', measure: false });

/** Creates a switch for a time. */
const time = (name: string, label: string, max: number, step: number): Slider => ({
  name,
  label,
  hint: 'up to',
  max,
  step,
  unit: 'ms',
  measure: false,
});

const GROUPS: readonly { readonly title: string; readonly sliders: readonly Slider[] }[] = [
  {
    title: 'Webhooks',
    sliders: [
      chance('webhookLoss', 'Webhooks lost', 'never sent'),
      chance('webhookDuplicate', 'Webhooks doubled', 'sent twice'),
      chance('webhookReorder', 'Webhooks out of order', 'overtaken by later ones'),
      chance('webhookLateAssembly', 'Webhooks built late', 'say what is so when delivered'),
      time('webhookDelayMs', 'Webhooks late', 60_000, 250),
    ],
  },
  {
    title: 'All requests',
    sliders: [
      chance('rate429', 'Too many requests', 'answered 429'),
      chance('rate5xx', 'Out of service', 'answered 503'),
      chance('resetBeforeEffect', 'Connection reset', 'no effect'),
      chance('hangBeforeEffect', 'Hangs', 'no effect, no answer'),
      chance('hangAfterEffect', 'Hangs after effect', 'no answer'),
      chance('timeoutAfterEffect', 'Answer lost', 'takes effect, answered 504'),
      chance('cutAnswer', 'Answer cut off', 'takes effect'),
      time('latencyMs', 'Slow answers', 5000, 50),
    ],
  },
  {
    title: 'Reads',
    sliders: [
      chance('throttledReads', 'Reads throttled', 'no effect'),
      { ...time('readLagMs', 'Reads lag', 60_000, 250), hint: 'state the stock of up to so long ago' },
    ],
  },
  {
    title: 'Stock changes',
    sliders: [
      chance('lateArrival', 'Arrives late', 'answered 504, takes effect later'),
      { ...time('lateArrivalMs', 'How late', 60_000, 1000), measure: true },
      chance('duplicateRequest', 'Delivered twice', 'again later'),
      { ...time('duplicateRequestMs', 'How much later', 60_000, 1000), measure: true },
      chance('unnamedRefusal', 'Refused as a whole', 'no item named'),
    ],
  },
];

function sliderOf(platform: string, { name, label, hint, max, step, unit, measure }: Slider): string {
  const id = `${platform}-${name}`;
  return `<div class="slider"><label for="${id}">${label} <small>${hint}</small></label><output for="${id}" id="${id}-value">0</output>
<input type="range" id="${id}" min="0" max="${max}" step="${step}" value="0" data-fault="${name}" data-platform="${platform}" data-unit="${unit}"${measure ? ' data-measure="true"' : ''}></div>`;
}

/** Renders the switches of poisoned items: which items, the response, and for how long. */
function poisonOf(platform: string): string {
  const named = (name: string): string => `id="${platform}-${name}" data-poison="${name}" data-platform="${platform}"`;
  return `<h3>Poisoned items</h3>
<div class="field"><label for="${platform}-poisonedItems">SKUs or stock IDs <small>separated by commas</small></label>
<input type="text" ${named('poisonedItems')} autocomplete="off" spellcheck="false"></div>
<div class="field"><label for="${platform}-poisonAnswer">A stock change with one of them is</label>
<select ${named('poisonAnswer')}><option value="500">answered 500</option><option value="refusal">refused, no item named</option></select></div>
<div class="field"><label for="${platform}-poisonMs">Seconds until it ends <small>0: when you clear the list</small></label>
<input type="number" ${named('poisonMs')} min="0" max="3600" value="0" inputmode="numeric"></div>`;
}

/** A list of values to choose from. */
interface Choice {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

const TOKENS: Choice = {
  name: 'tokenAnswer',
  label: 'A token refresh is',
  options: [
    ['normal', 'answered'],
    ['html403', 'answered 403 by a proxy'],
    ['invalid_client', 'refused: wrong app credentials'],
    ['dead_grant', 'refused: dead refresh token'],
    ['incomplete', 'answered without refresh token and life'],
  ],
};

const SHOP: Choice = {
  name: 'shopState',
  label: 'The shop is',
  options: [
    ['open', 'open'],
    ['402', 'frozen: 402'],
    ['403', 'forbidden: 403'],
    ['423', 'locked: 423'],
    ['430', 'refused at the edge: 430'],
  ],
};

/** The switches of bulk operations, which Square does not have. */
const BULK: readonly Slider[] = [
  chance('bulkFailed', 'Bulk operations fail', 'FAILED, nothing to read'),
  chance('bulkPartial', 'Bulk operations stop', 'FAILED, partialDataUrl alone'),
];

function choiceOf(platform: string, { name, label, options }: Choice): string {
  const shown = options.map(([value, text]) => `<option value="${value}">${text}</option>`).join('');
  return `<div class="field"><label for="${platform}-${name}">${label}</label>
<select id="${platform}-${name}" data-poison="${name}" data-platform="${platform}">${shown}</select></div>`;
}

/** Renders the switches of tokens, scopes, and the end of access. */
function accessOf(platform: 'shopify' | 'square'): string {
  const ends = platform === 'shopify' ? 'Uninstall' : 'Revocation';
  return `<h3>Access</h3>${choiceOf(platform, TOKENS)}${platform === 'shopify' ? choiceOf(platform, SHOP) : ''}
<div class="field"><label for="${platform}-withheldScopes">Scopes withheld <small>separated by commas</small></label>
<input type="text" id="${platform}-withheldScopes" data-poison="withheldScopes" data-platform="${platform}" autocomplete="off" spellcheck="false"></div>
${sliderOf(platform, { ...time('endsLaterMs', `${ends} takes effect`, 60_000, 1000), hint: 'so long after its webhook' })}${platform === 'shopify' ? `<h3>Bulk operations</h3>${BULK.map((slider) => sliderOf(platform, slider)).join('')}` : ''}`;
}

function faultsOf(platform: 'shopify' | 'square', title: string, glyph: string): string {
  const groups = GROUPS.map((group) => `<h3>${group.title}</h3>${group.sliders.map((slider) => sliderOf(platform, slider)).join('')}`);
  return `<fieldset class="${platform}"><legend>${glyph}${title}</legend>${groups.join('')}${poisonOf(platform)}${accessOf(platform)}</fieldset>`;
}

/** Renders the panel with every fault of both platforms. */
export const faultPanel = (shopifyGlyph: string, squareGlyph: string): string => `
<section class="panel" id="panel-faults" role="tabpanel" aria-labelledby="tab-faults">
  <p class="lead">Make the network as bad as you like. Stock should still come out right.</p>
  <div class="presets"><button type="button" class="soft" id="calm">Calm</button><button type="button" class="soft" id="stormy">Stormy</button><button type="button" class="soft" id="real">Like the real platforms</button></div>
  ${faultsOf('shopify', 'Online store', shopifyGlyph)}${faultsOf('square', 'Counter', squareGlyph)}
</section>`;
