import {
  buildASTSchema,
  GraphQLScalarType,
  Kind,
  parse,
  validate,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql';

import source from './schema.graphql';

/** How many documents are cached by source text. */
const MAX_DOCUMENTS = 500;

/** Parses an unsigned number: numbers and digits. The extract of the schema does not define scalars. */
function parseUnsigned(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (!/^[0-9]+$/.test(text)) throw new TypeError('an unsigned 64-bit integer is needed');
  return text;
}

function parseDecimal(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (!/^-?[0-9]+(\.[0-9]+)?$/.test(text)) throw new TypeError('a decimal number is needed');
  return text;
}

function parseUrl(value: unknown): string {
  if (typeof value !== 'string' || !URL.canParse(value)) throw new TypeError('a whole URL is needed');
  return value;
}

const SCALARS: Readonly<Record<string, (value: unknown) => unknown>> = {
  UnsignedInt64: parseUnsigned,
  Decimal: parseDecimal,
  Money: parseDecimal,
  URL: parseUrl,
};

function build(): GraphQLSchema {
  const schema = buildASTSchema(parse(source), { assumeValid: true });
  for (const [name, read] of Object.entries(SCALARS)) {
    const scalar = schema.getType(name);
    if (!(scalar instanceof GraphQLScalarType)) continue;
    scalar.parseValue = read;
    scalar.parseLiteral = (node) => {
      if (node.kind === Kind.STRING || node.kind === Kind.INT || node.kind === Kind.FLOAT) return read(node.value);
      throw new TypeError(`${name} cannot be a ${node.kind}`);
    };
  }
  return schema;
}

/** The official schema, reduced to what the sandbox supports. */
export const schema = build();

type Checked = { readonly ok: true; readonly document: DocumentNode } | { readonly ok: false; readonly errors: readonly GraphQLError[] };

const documents = new Map<string, Checked>();

function check(text: string): Checked {
  try {
    const document = parse(text);
    const errors = validate(schema, document);
    return errors.length === 0 ? { ok: true, document } : { ok: false, errors };
  } catch (error) {
    // oxlint-disable-next-line no-unsafe-type-assertion -- `parse` throws only GraphQLError
    return { ok: false, errors: [error as GraphQLError] };
  }
}

/** Parses and validates a document against the schema; caches results by source text. */
export function checkedDocument(text: string): Checked {
  const known = documents.get(text);
  if (known !== undefined) return known;
  if (documents.size >= MAX_DOCUMENTS) documents.clear();
  const checked = check(text);
  documents.set(text, checked);
  return checked;
}
