// Many customers with awkward names, for looking at operators' screens: `DATA_DIR=… node scripts/customers.mjs [count]`
// writes them into the database of a local set-up, running or not. They have no shop behind them and are never asked for one.
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { root, tool } from './root.mjs';

const DAY = 86_400_000;
const KINDS = [
  'harbour-goods',
  'st-marys-bakery',
  'maison-d-ete',
  'atelier-kobo',
  'a',
  '0-0',
  'xn--caf-dma',
  'the-very-long-name-of-a-shop-that-nobody-shortened',
];
const NAMES = [
  'Harbour & Pine',
  'St. Mary’s "Bakery"',
  'Maison d’Été — Zürich',
  '東京アトリエ工房',
  'متجر الزهور',
  '<script>alert(1)</script>',
  'Ω≈ç√∫˜µ≤≥÷ 🧶🪡',
  `${'Very '.repeat(40)}long`,
];
const MAILS = [
  (n) => `owner${n}@example.com`,
  (n) => `o'brien+shop${n}@example.co.uk`,
  (n) => `"quoted name"${n}@example.org`,
  (n) => `店主${n}@例え.jp`,
  (n) => `صاحب${n}@example.ae`,
  (n) => `<b>bold</b>${n}@example.com`,
  (n) => `${'a.very.long.address.that.goes.on'.repeat(4)}.${n}@subdomain.of.a.subdomain.example.museum`,
  () => '',
];

const quote = (text) => `'${text.replaceAll("'", "''")}'`;

/** A customer by number, from 1: every awkwardness comes again and again, in changing company. `now` is ms since epoch. */
export function awkwardCustomer(number, now) {
  const at = (list, step) => list[Math.floor(number / step) % list.length];
  const kind = number % KINDS.length;
  return {
    domain: `${KINDS[kind]}-${number}.myshopify.com`,
    name: at(NAMES, 1),
    email: at(MAILS, 3)(number),
    subscribed: number % 5 === 0,
    // From 25 days ago to 40 days ahead; those who pay have no end.
    accessEnds: number % 5 === 0 ? null : now + ((number % 66) - 25) * DAY,
    created: now - number * DAY,
    lastLogin: number % 7 === 0 ? null : now - (number % 90) * DAY,
  };
}

function statements(count, now) {
  return Array.from({ length: count }, (_, index) => {
    const one = awkwardCustomer(index + 1, now);
    const values = [
      quote(one.domain),
      quote(one.name),
      quote(one.email),
      Number(one.subscribed),
      one.accessEnds ?? 'null',
      now,
      one.created,
      one.lastLogin ?? 'null',
    ];
    return `insert or ignore into accounts (shop_domain, name, email, subscribed, access_ends, billing_checked_at, created, last_login) values (${values.join(', ')});`;
  });
}

/** Writes so many customers into the database of a data folder. The app may be running; it sees them with its next question. */
export async function seedCustomers(dataDir, count, now = Date.now()) {
  const file = join(dataDir, 'customers.sql');
  writeFileSync(file, statements(count, now).join('\n'));
  const args = ['d1', 'execute', 'DB', '--local', '--yes', '--persist-to', join(dataDir, 'product'), '-c', 'wrangler.toml', '--file', file];
  await new Promise((resolve, reject) => {
    const child = spawn(tool('wrangler'), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, CI: 'true' } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the customers could not be written:\n${output}`))));
  });
  rmSync(file);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const count = Number(parseArgs({ allowPositionals: true }).positionals[0] ?? 1000);
  const { dataFolder } = await import('./data-folder.mjs');
  await seedCustomers(dataFolder, count);
  console.log(`${count} customers are in ${dataFolder}.`);
}
