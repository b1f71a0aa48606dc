import { readFileSync } from 'node:fs';

import { buildSchema, parse, specifiedRules, TypeInfo, validate, visit, visitWithTypeInfo, NoDeprecatedCustomRule } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';

import { readPlatformConfig } from '../../src/platforms/config';
import { DOCUMENTS, bulkVariantsQuery } from '../../src/platforms/shopify/documents';
import { ORDER_DOCUMENTS, ORDER_SCOPES } from '../../src/platforms/shopify/orders';
import { SHOPIFY_SCOPES, impliedScopes } from '../../src/platforms/shopify/scopes';
import { WANTED_WEBHOOKS } from '../../src/platforms/shopify/webhooks';
import { ENVIRONMENT } from '../platforms/support/environment';
import { officialSchema } from './official-schema';

/** The documents sent to every shop, and those sent only to shops that grant more than the product requests. */
const USUAL = [...DOCUMENTS, { name: 'BulkVariants', source: bulkVariantsQuery('1') }];
const ALL = [...USUAL, ...ORDER_DOCUMENTS];
const official = officialSchema('2026-07');
const next = officialSchema('2026-10');
const cut = buildSchema(readFileSync(new URL('../../sandbox/shopify/schema.graphql', import.meta.url), 'utf8'));

function problems(schema: GraphQLSchema, source: string): readonly string[] {
  return validate(schema, parse(source), [...specifiedRules, NoDeprecatedCustomRule]).map((error) => error.message);
}

/** Every `Type` and `Type.field` that a document reads. */
function used(schema: GraphQLSchema, source: string): ReadonlySet<string> {
  const names = new Set<string>();
  const info = new TypeInfo(schema);
  visit(
    parse(source),
    visitWithTypeInfo(info, {
      Field: (node) => {
        const parent = info.getParentType();
        if (parent === null || parent === undefined) return;
        names.add(parent.name);
        names.add(`${parent.name}.${node.name.value}`);
      },
    }),
  );
  return names;
}

/** The scopes of which any one grants a field: Shopify's sentence lists alternatives, each in backticks. None named means none needed. */
function alternatives(sentence: string): readonly string[] {
  return [...sentence.matchAll(/`(\w+)` access scope/gu)].map((match) => match[1] ?? '');
}

describe('every GraphQL document that we send', () => {
  it('has a unique name, by which Shopify logs it', () => {
    const names = ALL.map((document) => document.name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, source } of ALL) expect(source).toMatch(new RegExp(`^(query|mutation) ${name}\\b`, 'u'));
  });

  it.each(ALL)('is valid against the extract of the schema: $name', ({ source }) => {
    expect(problems(cut, source)).toEqual([]);
  });

  it.each(WANTED_WEBHOOKS)('subscribes to a topic that exists: $topic', ({ topic }) => {
    const { source } = DOCUMENTS.find((document) => document.name === 'WebhookCreate') ?? { source: '' };
    expect(problems(cut, source.replace('topic: $topic', `topic: ${topic}`).replace('$topic: WebhookSubscriptionTopic!, ', ''))).toEqual(
      [],
    );
  });
});

// The schema comes from the package registry (into .cache, once); without a network these have nothing to check against.
describe.skipIf(official === null)('against the official schema of the version that we ask for', () => {
  const { schema, access } = official ?? { schema: cut, access: new Map<string, string>() };

  it('is of that version', () => {
    const config = readPlatformConfig(ENVIRONMENT);
    expect(config.ok ? config.value.shopify.apiVersion : '').toBe('2026-07');
  });

  it.each(ALL)('is valid and uses nothing deprecated: $name', ({ source }) => {
    expect(problems(schema, source)).toEqual([]);
  });

  it.each(ALL)('is valid in the version after it as well, as far as that is known: $name', ({ source }) => {
    expect(problems((next ?? { schema: cut }).schema, source)).toEqual([]);
  });

  const granted = new Set(impliedScopes(SHOPIFY_SCOPES));
  const missing = (scopes: ReadonlySet<string>, source: string): readonly string[] =>
    [...used(schema, source)].filter((name) => {
      const any = alternatives(access.get(name) ?? '');
      return any.length > 0 && !any.some((scope) => scopes.has(scope));
    });

  it.each(USUAL)('is covered by the scopes that we ask a merchant for: $name', ({ source }) => {
    expect(missing(granted, source)).toEqual([]);
  });

  it.each(ORDER_DOCUMENTS)('is covered by those scopes plus the scopes for orders, and not without: $name', ({ source }) => {
    expect(missing(granted, source)).not.toEqual([]);
    expect(missing(new Set([...granted, ...ORDER_SCOPES]), source)).toEqual([]);
  });

  it('requests no unneeded scope', () => {
    const needless = SHOPIFY_SCOPES.filter((scope) => {
      const rest = new Set(SHOPIFY_SCOPES.filter((other) => other !== scope));
      return USUAL.every(({ source }) => missing(rest, source).length === 0);
    });
    expect(needless).toEqual([]);
  });
});
