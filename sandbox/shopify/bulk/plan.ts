import {
  getNamedType,
  isObjectType,
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';

import { checkedDocument, schema } from '../schema';

const MAX_CONNECTIONS = 5;
const MAX_NESTING = 2;

/** The alias of the page's end in the result of one step. */
export const PAGE_ALIAS = 'sandboxBulkPage';

type Planned =
  | { readonly ok: true; readonly document: DocumentNode; readonly root: string }
  | { readonly ok: false; readonly message: string };

const refuse = (message: string): Planned => ({ ok: false, message });

const isConnection = (name: string | undefined): boolean => name?.endsWith('Connection') === true;

/** Counts a query's connections and how deeply they are nested. */
function connectionsOf(document: DocumentNode): { count: number; depth: number } {
  const info = new TypeInfo(schema);
  let count = 0;
  let depth = 0;
  let open = 0;
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: {
        enter: () => {
          if (!isConnection(getNamedType(info.getType())?.name)) return;
          count += 1;
          open += 1;
          depth = Math.max(depth, open);
        },
        leave: () => {
          if (isConnection(getNamedType(info.getType())?.name)) open -= 1;
        },
      },
    }),
  );
  return { count, depth };
}

/** Returns the only query of a document without variables, or the error. */
function onlyQuery(document: DocumentNode): OperationDefinitionNode | string {
  const [operation, ...others] = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined || others.length > 0 || operation.operation !== OperationTypeNode.QUERY) {
    return 'Invalid bulk query: there must be exactly one query.';
  }
  return (operation.variableDefinitions ?? []).length > 0 ? 'Invalid bulk query: variables are not supported.' : operation;
}

/** Returns the only connection at the top, or the error. */
function onlyRoot(operation: OperationDefinitionNode): FieldNode | string {
  const [root, ...more] = operation.selectionSet.selections;
  if (root?.kind !== Kind.FIELD || more.length > 0) return 'Invalid bulk query: there must be exactly one top-level field.';
  const { value: name } = root.name;
  if (name === 'node' || name === 'nodes') return 'Invalid bulk query: node and nodes are not allowed at the top.';
  const type = getNamedType(schema.getQueryType()?.getFields()[name]?.type);
  return isObjectType(type) && isConnection(type.name) ? root : 'Bulk queries must contain at least one connection.';
}

/** Checks the query of a bulk operation against Shopify's rules. */
export function planBulk(source: string): Planned {
  const checked = checkedDocument(source);
  if (!checked.ok) return refuse(`Invalid bulk query: ${checked.errors[0]?.message ?? 'it cannot be read'}`);
  const operation = onlyQuery(checked.document);
  if (typeof operation === 'string') return refuse(operation);
  const root = onlyRoot(operation);
  if (typeof root === 'string') return refuse(root);
  const { count, depth } = connectionsOf(checked.document);
  if (count > MAX_CONNECTIONS) return refuse('Bulk queries cannot contain more than 5 connections.');
  if (depth > MAX_NESTING) return refuse('Bulk queries cannot contain connections with a nesting depth greater than 2.');
  return { ok: true, document: checked.document, root: root.alias?.value ?? root.name.value };
}

/** Returns the same query for one page of its root connection. */
export function pageDocument(document: DocumentNode, size: number, after: string | null): DocumentNode {
  const page: SelectionNode = {
    kind: Kind.FIELD,
    alias: { kind: Kind.NAME, value: PAGE_ALIAS },
    name: { kind: Kind.NAME, value: 'pageInfo' },
    selectionSet: {
      kind: Kind.SELECTION_SET,
      selections: ['hasNextPage', 'endCursor'].map((value) => ({ kind: Kind.FIELD, name: { kind: Kind.NAME, value } })),
    },
  };
  const paged = (field: FieldNode): FieldNode => {
    const kept = (field.arguments ?? []).filter((argument) => !['first', 'last', 'after', 'before'].includes(argument.name.value));
    const first = {
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: 'first' },
      value: { kind: Kind.INT, value: String(size) },
    } as const;
    const from = {
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: 'after' },
      value: { kind: Kind.STRING, value: after ?? '' },
    } as const;
    return {
      ...field,
      arguments: after === null ? [...kept, first] : [...kept, first, from],
      selectionSet: { kind: Kind.SELECTION_SET, selections: [...(field.selectionSet?.selections ?? []), page] },
    };
  };
  const definitions = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? {
          ...definition,
          selectionSet: {
            ...definition.selectionSet,
            selections: definition.selectionSet.selections.map((field) => (field.kind === Kind.FIELD ? paged(field) : field)),
          },
        }
      : definition,
  );
  return { ...document, definitions };
}
