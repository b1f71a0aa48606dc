// Reads Shopify's product CSV (the format of its import and export) into products.

/**
 * @typedef {{values: string[], sku: string, barcode: string, price: string, compareAtPrice: string, tracked: boolean, quantity: number,
 *   continueSelling: boolean}} CsvVariant
 * @typedef {{handle: string, title: string, description: string, vendor: string, type: string, tags: string[], status: string,
 *   options: string[], variants: CsvVariant[], images: {url: string, alt: string}[]}} CsvProduct
 */

/**
 * Parses CSV text by RFC 4180 into rows: quoted fields may contain commas, quotes (doubled), and line breaks; lines end with CRLF or LF.
 * @param {string} text
 * @returns {string[][]}
 */
export function parseCsv(text) {
  const rows = [];
  let row = [];
  let field = '';
  let quoted = false;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const endField = () => {
    row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  for (; at < text.length; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char !== '"') field += char;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && field === '') quoted = true;
    else if (char === ',') endField();
    else if (char === '\n') endRow();
    else if (char !== '\r' || text[at + 1] !== '\n') field += char;
  }
  if (quoted) throw new Error('the file ends inside a quoted field');
  if (field !== '' || row.length > 0) endRow();
  return rows;
}

const NEEDED = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Inventory Qty', 'Variant Price'];

/** Returns records keyed by the header's names; throws with the name of a required column that is missing. */
function records(text) {
  const [header, ...rows] = parseCsv(text);
  if (header === undefined) throw new Error('the file is empty');
  const missing = NEEDED.find((name) => !header.includes(name));
  if (missing !== undefined) throw new Error(`the column '${missing}' is missing: this is not Shopify's product CSV`);
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, (row[index] ?? '').trim()])));
}

function newProduct(record) {
  const options = [1, 2, 3].map((n) => record[`Option${n} Name`]).filter((name) => name !== undefined && name !== '');
  const plain = options.length === 0 || (options.length === 1 && options[0] === 'Title' && record['Option1 Value'] === 'Default Title');
  const tags = (record['Tags'] ?? '').split(',').map((tag) => tag.trim());
  return {
    handle: record['Handle'],
    title: record['Title'],
    description: record['Body (HTML)'] ?? '',
    vendor: record['Vendor'] ?? '',
    type: record['Type'] ?? '',
    tags: tags.filter((tag) => tag !== ''),
    status: (record['Status'] ?? '') === '' ? 'ACTIVE' : record['Status'].toUpperCase(),
    options: plain ? [] : options,
    variants: [],
    images: [],
  };
}

/** Returns the variant of a row, or null when the row only adds a picture. */
function newVariant(record, product, line) {
  const values = product.options.map((_name, index) => record[`Option${index + 1} Value`]);
  if (record['Option1 Value'] === '' && record['Variant Price'] === '') return null;
  const quantity = record['Variant Inventory Qty'] === '' ? 0 : Number(record['Variant Inventory Qty']);
  if (!Number.isInteger(quantity))
    throw new Error(`record ${line}: 'Variant Inventory Qty' is no whole number: ${record['Variant Inventory Qty']}`);
  if (Number.isNaN(Number(record['Variant Price'])))
    throw new Error(`record ${line}: 'Variant Price' is no number: ${record['Variant Price']}`);
  return {
    values,
    sku: record['Variant SKU'],
    barcode: record['Variant Barcode'] ?? '',
    price: record['Variant Price'] === '' ? '0' : record['Variant Price'],
    compareAtPrice: record['Variant Compare At Price'] ?? '',
    // A blank tracker means that Shopify does not count the variant.
    tracked: (record['Variant Inventory Tracker'] ?? '') !== '',
    quantity,
    continueSelling: record['Variant Inventory Policy'] === 'continue',
  };
}

/**
 * Returns products with their variants and pictures. Rows of one product share its handle; only the first has its title.
 * @param {string} text
 * @returns {CsvProduct[]}
 */
export function readProducts(text) {
  const products = new Map();
  for (const [index, record] of records(text).entries()) {
    const line = index + 1;
    if (record['Handle'] === '') throw new Error(`record ${line} has no Handle`);
    if (!products.has(record['Handle'])) {
      if (record['Title'] === '') throw new Error(`record ${line}: the first row of ${record['Handle']} has no Title`);
      products.set(record['Handle'], newProduct(record));
    }
    const product = products.get(record['Handle']);
    const variant = newVariant(record, product, line);
    if (variant !== null) product.variants.push(variant);
    const url = record['Image Src'] ?? '';
    if (url !== '' && !product.images.some((image) => image.url === url)) product.images.push({ url, alt: record['Image Alt Text'] ?? '' });
  }
  return [...products.values()];
}
