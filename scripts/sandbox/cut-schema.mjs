#!/usr/bin/env node
// Reduces the official Shopify Admin schema to what operations.graphql reaches, and writes sandbox/shopify/schema.graphql. Run it again
// only when an operation is added there: node scripts/sandbox/cut-schema.mjs
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import * as g from 'graphql';

const SOURCE = { name: '@shopify/dev-mcp', version: '1.16.0', sha256: '4663c79229028e98f825a09d5f04ec6c3736331b740ce50260f9ffac10709474' };
const API_VERSION = '2026-07';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const cache = join(root, '.cache');
const target = join(root, 'sandbox/shopify/schema.graphql');

/** Downloads the introspection and its license into the cache; the package itself is never installed. */
function fetchSource() {
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

const named = (type) => g.getNamedType(type);
const byName = (list, make) => Object.fromEntries(list.map((item) => [item.name, make(item)]));

/** Returns the types that the operations reach, and the fields they name. */
function reached(full, operations) {
  const fields = new Map();
  const types = new Set();
  const info = new g.TypeInfo(full);
  const reach = (type, field) => {
    types.add(type.name);
    if (!fields.has(type.name)) fields.set(type.name, new Set());
    if (field) fields.get(type.name).add(field);
  };
  const input = (type) => {
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
        reach(info.getParentType(), field.name);
        reach(named(field.type));
        for (const argument of field.args) input(argument.type);
      },
      InlineFragment() {
        reach(named(info.getType()));
      },
      VariableDefinition() {
        input(info.getInputType());
      },
    }),
  );
  const unions = [...types].map((name) => full.getType(name)).filter(g.isUnionType);
  for (const member of unions.flatMap((union) => union.getTypes())) reach(member);
  return { fields, types };
}

/**
 * Returns the reduced schema: reached root fields, reached types with every field whose type is kept or a leaf, and whole enums and inputs.
 */
export function cut(full, operations) {
  const { fields: used, types: keep } = reached(full, operations);
  const roots = [full.getQueryType(), full.getMutationType()];
  const made = new Map();
  const kept = (type) =>
    Object.values(type.getFields()).filter(
      (field) =>
        used.get(type.name)?.has(field.name) ||
        (!roots.includes(type) &&
          (g.isLeafType(named(field.type)) || keep.has(named(field.type).name)) &&
          field.args.every((argument) => !g.isInputObjectType(named(argument.type)) || keep.has(named(argument.type).name))),
    );
  const ref = (type) =>
    g.isListType(type) ? new g.GraphQLList(ref(type.ofType)) : g.isNonNullType(type) ? new g.GraphQLNonNull(ref(type.ofType)) : make(type);
  const value = (item) => ({ type: ref(item.type), defaultValue: item.defaultValue, deprecationReason: item.deprecationReason });
  const fieldsOf = (type) => byName(kept(type), (field) => ({ ...value(field), args: byName(field.args, value) }));
  const interfacesOf = (type) =>
    type
      .getInterfaces()
      .filter((item) => keep.has(item.name))
      .map(make);
  const build = (type) => {
    const { name } = type;
    if (g.isScalarType(type)) return new g.GraphQLScalarType({ name });
    if (g.isEnumType(type))
      return new g.GraphQLEnumType({ name, values: byName(type.getValues(), (v) => ({ deprecationReason: v.deprecationReason })) });
    if (g.isInputObjectType(type)) {
      return new g.GraphQLInputObjectType({ name, isOneOf: type.isOneOf, fields: () => byName(Object.values(type.getFields()), value) });
    }
    if (g.isUnionType(type)) return new g.GraphQLUnionType({ name, types: () => type.getTypes().map(make) });
    const Kind = g.isInterfaceType(type) ? g.GraphQLInterfaceType : g.GraphQLObjectType;
    return new Kind({ name, interfaces: () => interfacesOf(type), fields: () => fieldsOf(type) });
  };
  function make(type) {
    if (g.isSpecifiedScalarType(type)) return type;
    if (!made.has(type.name)) made.set(type.name, build(type));
    return made.get(type.name);
  }
  const idempotent = new g.GraphQLDirective({
    ...full.getDirective('idempotent').toConfig(),
    args: { key: { type: new g.GraphQLNonNull(g.GraphQLString) } },
  });
  return new g.GraphQLSchema({
    query: make(roots[0]),
    mutation: make(roots[1]),
    types: [...keep].map((name) => make(full.getType(name))),
    directives: [...g.specifiedDirectives, idempotent],
  });
}

const full = g.buildClientSchema(JSON.parse(gunzipSync(readFileSync(fetchSource())).toString()).data);
const operations = g.parse(readFileSync(join(root, 'scripts/sandbox/operations.graphql'), 'utf8'));
const small = cut(full, operations);
const check = (name, schema) => {
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
