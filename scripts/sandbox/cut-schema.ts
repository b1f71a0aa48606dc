#!/usr/bin/env node
// Reduces the official Shopify Admin schema to what operations.graphql reaches, and writes sandbox/shopify/schema.graphql. Run it again
// only when an operation is added there: node scripts/sandbox/cut-schema.ts
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import * as g from 'graphql';

import { root } from '../root.ts';

const SOURCE = { name: '@shopify/dev-mcp', version: '1.16.0', sha256: '4663c79229028e98f825a09d5f04ec6c3736331b740ce50260f9ffac10709474' };
const API_VERSION = '2026-07';

const cache = join(root, '.cache');
const target = join(root, 'sandbox/shopify/schema.graphql');

/** Downloads the introspection and its license into the cache; the package itself is never installed. */
function fetchSource(): string {
  const introspection = join(cache, `package/dist/data/admin_${API_VERSION}.json.gz`);
  if (existsSync(introspection)) return introspection;
  mkdirSync(cache, { recursive: true });
  const tarball = `shopify-dev-mcp-${SOURCE.version}.tgz`;
  execFileSync('npm', ['pack', `${SOURCE.name}@${SOURCE.version}`, '--silent'], { cwd: cache, stdio: ['ignore', 'ignore', 'inherit'] });
  const sum = createHash('sha256')
    .update(readFileSync(join(cache, tarball)))
    .digest('hex');
  if (sum !== SOURCE.sha256) throw new Error(`${tarball} has the checksum ${sum}, not ${SOURCE.sha256}`);
  execFileSync('tar', ['-xzf', tarball, `package/dist/data/admin_${API_VERSION}.json.gz`, 'package/LICENSE'], { cwd: cache });
  return introspection;
}

const named = (type: g.GraphQLType): g.GraphQLNamedType => g.getNamedType(type);

/** Types whose fields may take arguments. */
type WithFields = g.GraphQLObjectType | g.GraphQLInterfaceType;

/** What a schema must have; throws when it lacks it. */
function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`there is no ${what}`);
  return value;
}
const byName = <Item extends { readonly name: string }, Made>(list: readonly Item[], make: (item: Item) => Made): Record<string, Made> =>
  Object.fromEntries(list.map((item) => [item.name, make(item)]));

/** Names of types, and of fields by type. */
interface Reached {
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  readonly types: ReadonlySet<string>;
}

/** Returns the types that the operations reach, and the fields they name. */
function reached(full: g.GraphQLSchema, operations: g.DocumentNode): Reached {
  const fields = new Map<string, Set<string>>();
  const types = new Set<string>();
  const info = new g.TypeInfo(full);
  const reach = (type: g.GraphQLNamedType, field?: string): void => {
    types.add(type.name);
    const known = fields.get(type.name) ?? new Set();
    fields.set(type.name, field === undefined ? known : known.add(field));
  };
  const input = (type: g.GraphQLType): void => {
    const inner = named(type);
    if (types.has(inner.name)) return;
    types.add(inner.name);
    if (g.isInputObjectType(inner)) for (const field of Object.values(inner.getFields())) input(field.type);
  };
  g.visit(
    operations,
    g.visitWithTypeInfo(info, {
      Field() {
        const field = info.getFieldDef();
        if (!field || field.name.startsWith('__')) return;
        reach(present(info.getParentType(), 'parent type'), field.name);
        reach(named(field.type));
        for (const argument of field.args) input(argument.type);
      },
      InlineFragment() {
        reach(named(present(info.getType(), 'type of a fragment')));
      },
      VariableDefinition() {
        input(present(info.getInputType(), 'type of a variable'));
      },
    }),
  );
  const unions = [...types].flatMap((name) => full.getType(name) ?? []).filter((type) => g.isUnionType(type));
  for (const member of unions.flatMap((union) => union.getTypes())) reach(member);
  return { fields, types };
}

/**
 * Returns the reduced schema: reached root fields, reached types with every field whose type is kept or a leaf, and whole enums and inputs.
 */
function cut(full: g.GraphQLSchema, operations: g.DocumentNode): g.GraphQLSchema {
  const { fields: used, types: keep } = reached(full, operations);
  const query = present(full.getQueryType(), 'query type');
  const mutation = present(full.getMutationType(), 'mutation type');
  const made = new Map<string, g.GraphQLNamedType>();
  const kept = (type: WithFields) =>
    Object.values(type.getFields()).filter(
      (field) =>
        used.get(type.name)?.has(field.name) ||
        (type !== query &&
          type !== mutation &&
          (g.isLeafType(named(field.type)) || keep.has(named(field.type).name)) &&
          field.args.every((argument) => !g.isInputObjectType(named(argument.type)) || keep.has(named(argument.type).name))),
    );
  // A type stays of its kind: what was an input is one afterward, and what had no null has none.
  const ref = <Type extends g.GraphQLType>(type: Type): Type =>
    (g.isListType(type)
      ? new g.GraphQLList(ref(type.ofType))
      : g.isNonNullType(type)
        ? new g.GraphQLNonNull(ref(type.ofType))
        : make(named(type))) as Type;
  const value = (item: g.GraphQLArgument | g.GraphQLInputField) => ({
    type: ref(item.type),
    defaultValue: item.defaultValue,
    deprecationReason: item.deprecationReason,
  });
  const fieldsOf = (type: WithFields) =>
    byName(kept(type), (field) => ({
      type: ref(field.type),
      deprecationReason: field.deprecationReason,
      args: byName(field.args, value),
    }));
  const interfacesOf = (type: WithFields) =>
    type
      .getInterfaces()
      .filter((item) => keep.has(item.name))
      .map((item) => make(item) as g.GraphQLInterfaceType);
  const build = (type: g.GraphQLNamedType): g.GraphQLNamedType => {
    const { name } = type;
    if (g.isScalarType(type)) return new g.GraphQLScalarType({ name });
    if (g.isEnumType(type))
      return new g.GraphQLEnumType({ name, values: byName(type.getValues(), (v) => ({ deprecationReason: v.deprecationReason })) });
    if (g.isInputObjectType(type)) {
      return new g.GraphQLInputObjectType({ name, isOneOf: type.isOneOf, fields: () => byName(Object.values(type.getFields()), value) });
    }
    if (g.isUnionType(type))
      return new g.GraphQLUnionType({ name, types: () => type.getTypes().map((member) => make(member) as g.GraphQLObjectType) });
    const Kind = g.isInterfaceType(type) ? g.GraphQLInterfaceType : g.GraphQLObjectType;
    return new Kind({ name, interfaces: () => interfacesOf(type), fields: () => fieldsOf(type) });
  };
  function make(type: g.GraphQLNamedType): g.GraphQLNamedType {
    if (g.isSpecifiedScalarType(type)) return type;
    const known = made.get(type.name) ?? build(type);
    made.set(type.name, known);
    return known;
  }
  const idempotent = new g.GraphQLDirective({
    ...present(full.getDirective('idempotent'), 'directive idempotent').toConfig(),
    args: { key: { type: new g.GraphQLNonNull(g.GraphQLString) } },
  });
  return new g.GraphQLSchema({
    query: make(query) as g.GraphQLObjectType,
    mutation: make(mutation) as g.GraphQLObjectType,
    types: [...keep].map((name) => make(present(full.getType(name), name))),
    directives: [...g.specifiedDirectives, idempotent],
  });
}

const full = g.buildClientSchema((JSON.parse(gunzipSync(readFileSync(fetchSource())).toString()) as { data: g.IntrospectionQuery }).data);
const operations = g.parse(readFileSync(join(root, 'scripts/sandbox/operations.graphql'), 'utf8'));
const small = cut(full, operations);
const check = (name: string, schema: g.GraphQLSchema): void => {
  const [error] = g.validate(schema, operations);
  if (error !== undefined) throw new Error(`operations.graphql does not fit the ${name} schema: ${error.message}`);
};
check('official', full);
check('cut', small);
const notice = `# Shopify Admin API ${API_VERSION}, cut from the introspection in npm ${SOURCE.name} ${SOURCE.version} (ISC): see schema.LICENSE.\n`;
writeFileSync(target, notice + g.stripIgnoredCharacters(g.printSchema(g.lexicographicSortSchema(small))) + '\n');
writeFileSync(
  join(root, 'sandbox/shopify/schema.LICENSE'),
  `schema.graphql is an extract of the Shopify Admin API schema ${API_VERSION} from the npm package ${SOURCE.name} ${SOURCE.version},\n` +
    `distributed under this licence:\n\n${readFileSync(join(cache, 'package/LICENSE'), 'utf8')}`,
);
console.log(`${target}: ${Object.keys(small.getTypeMap()).filter((name) => !name.startsWith('__')).length} types`);
