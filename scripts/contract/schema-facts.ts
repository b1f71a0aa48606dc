import {
  buildASTSchema,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';

/** What the official schema says about one place in the answer to a document. */
export interface SchemaFact {
  readonly isNullable: boolean;
  /** The values of an enumeration; null for any other type. */
  readonly values: ReadonlySet<string> | null;
}

/** Facts by path within `data`, with `[]` for each list: `nodes[].inventoryItem.id`. */
export type SchemaFacts = ReadonlyMap<string, SchemaFact>;

/** Reads the extract of the official schema that the sandbox checks documents against. */
export const readSchema = (source: string): GraphQLSchema => buildASTSchema(parse(source), { assumeValid: true });

/** Returns what the schema says about every field that a document selects. */
export function schemaFacts(schema: GraphQLSchema, source: string): SchemaFacts {
  const facts = new Map<string, SchemaFact>();
  const path: string[] = [];
  const info = new TypeInfo(schema);
  visit(
    parse(source),
    visitWithTypeInfo(info, {
      Field: {
        enter: (node) => {
          const type = info.getType();
          const { lists, isNullable } = formOf(type);
          const place = [...path, node.alias?.value ?? node.name.value].join('.');
          path.push(`${node.alias?.value ?? node.name.value}${'[]'.repeat(lists)}`);
          const named = type === null || type === undefined ? undefined : getNamedType(type);
          const values = isEnumType(named) ? new Set(named.getValues().map(({ name }) => name)) : null;
          facts.set(place, { isNullable, values: lists === 0 ? values : null });
          if (lists > 0) facts.set(path.join('.'), { isNullable: isElementNullable(type), values });
        },
        leave: () => {
          path.pop();
        },
      },
    }),
  );
  return facts;
}

type Type = GraphQLOutputType | null | undefined;

const bare = (type: Type): Type => (isNonNullType(type) ? type.ofType : type);

function formOf(type: Type): { readonly lists: number; readonly isNullable: boolean } {
  const inner = bare(type);
  return { lists: isListType(inner) ? 1 : 0, isNullable: !isNonNullType(type) };
}

function isElementNullable(type: Type): boolean {
  const list = bare(type);
  return !isListType(list) || !isNonNullType(list.ofType);
}
