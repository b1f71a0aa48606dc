// Reads Shopify's product CSV (the format of its import and export) into products.

/** A variant of a product; prices as written. */
export interface CsvVariant {
  /** One value for each option of the product. */
  readonly values: readonly string[];
  readonly sku: string;
  readonly barcode: string;
  readonly price: string;
  readonly compareAtPrice: string;
  readonly tracked: boolean;
  readonly quantity: number;
  readonly continueSelling: boolean;
}

/** A product with its variants and pictures. */
export interface CsvProduct {
  readonly handle: string;
  readonly title: string;
  readonly description: string;
  readonly vendor: string;
  readonly type: string;
  readonly tags: readonly string[];
  readonly status: string;
  readonly options: readonly string[];
  readonly variants: CsvVariant[];
  readonly images: { readonly url: string; readonly alt: string }[];
}

/** Parses CSV text by RFC 4180 into rows: quoted fields may contain commas, quotes (doubled), and line breaks; lines end with CRLF or LF. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
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
    const char = text.charAt(at);
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

/** A row keyed by the names of its columns. */
type CsvRecord = Readonly<NodeJS.Dict<string>>;

/** Returns a column of a row; '' when there is none. */
const column = (record: CsvRecord, name: string): string => record[name] ?? '';

/** Returns records keyed by the header's names; throws with the name of a required column that is missing. */
function records(text: string): CsvRecord[] {
  const [header, ...rows] = parseCsv(text);
  if (header === undefined) throw new Error('the file is empty');
  const missing = NEEDED.find((name) => !header.includes(name));
  if (missing !== undefined) throw new Error(`the column '${missing}' is missing: this is not Shopify's product CSV`);
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, (row[index] ?? '').trim()])));
}

function newProduct(record: CsvRecord): CsvProduct {
  const options = [1, 2, 3].map((n) => column(record, `Option${n} Name`)).filter((name) => name !== '');
  const plain =
    options.length === 0 || (options.length === 1 && options[0] === 'Title' && column(record, 'Option1 Value') === 'Default Title');
  const tags = column(record, 'Tags')
    .split(',')
    .map((tag) => tag.trim());
  return {
    handle: column(record, 'Handle'),
    title: column(record, 'Title'),
    description: column(record, 'Body (HTML)'),
    vendor: column(record, 'Vendor'),
    type: column(record, 'Type'),
    tags: tags.filter((tag) => tag !== ''),
    status: column(record, 'Status').toUpperCase() || 'ACTIVE',
    options: plain ? [] : options,
    variants: [],
    images: [],
  };
}

/** Returns the variant of a row, or null when the row only adds a picture. */
function newVariant(record: CsvRecord, product: CsvProduct, line: number): CsvVariant | null {
  const values = product.options.map((_name, index) => column(record, `Option${index + 1} Value`));
  const price = column(record, 'Variant Price');
  const counted = column(record, 'Variant Inventory Qty');
  if (column(record, 'Option1 Value') === '' && price === '') return null;
  const quantity = counted === '' ? 0 : Number(counted);
  if (!Number.isInteger(quantity)) throw new Error(`record ${line}: 'Variant Inventory Qty' is no whole number: ${counted}`);
  if (Number.isNaN(Number(price))) throw new Error(`record ${line}: 'Variant Price' is no number: ${price}`);
  return {
    values,
    sku: column(record, 'Variant SKU'),
    barcode: column(record, 'Variant Barcode'),
    price: price === '' ? '0' : price,
    compareAtPrice: column(record, 'Variant Compare At Price'),
    // A blank tracker means that Shopify does not count the variant.
    tracked: column(record, 'Variant Inventory Tracker') !== '',
    quantity,
    continueSelling: record['Variant Inventory Policy'] === 'continue',
  };
}

/** Returns products with their variants and pictures. Rows of one product share its handle; only the first has its title. */
export function readProducts(text: string): CsvProduct[] {
  const products = new Map<string, CsvProduct>();
  for (const [index, record] of records(text).entries()) {
    const line = index + 1;
    const handle = column(record, 'Handle');
    if (handle === '') throw new Error(`record ${line} has no Handle`);
    const known = products.get(handle);
    if (known === undefined && column(record, 'Title') === '') throw new Error(`record ${line}: the first row of ${handle} has no Title`);
    const product = known ?? newProduct(record);
    products.set(handle, product);
    const variant = newVariant(record, product, line);
    if (variant !== null) product.variants.push(variant);
    const url = column(record, 'Image Src');
    if (url !== '' && !product.images.some((image) => image.url === url))
      product.images.push({ url, alt: column(record, 'Image Alt Text') });
  }
  return [...products.values()];
}
