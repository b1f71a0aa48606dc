import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allowNoise } from '../support/fail-on-noise';
import { APP, follow, keepInMemory, waitUntilSettled } from './support/client';
import { methodsOf, PROTO_METHODS, REDIRECTS, ROUTES, routesOf, WEBHOOK_TYPES, webhooksOf } from './support/coverage';
import { Fixtures, type Exchange } from './support/recording';
import { resetSandbox } from './support/sandbox';
import { METHODS } from './support/services';
import { runStep, Scenario, type Step } from './support/steps';
import { DEPLOYMENT } from './wire/deployment';
import { DATABASE_BROKEN, losePlatforms, loseTables, PLATFORMS_DOWN, restorePlatforms, restoreTables } from './wire/failures';
import { LIFECYCLE } from './wire/lifecycle';
import { CHANGES, ONBOARDING, READS } from './wire/merchant';
import { OPERATOR_CHANGES, OPERATOR_READS, OPERATOR_RECORDS } from './wire/operator';
import { BAD_ARGUMENTS, BAD_OPERATOR_ARGUMENTS, EVERY_METHOD, PROTOCOL } from './wire/refusals';
import { CONNECT_SQUARE, PUBLIC_ROUTES, SIGN_IN } from './wire/routes';
import { WEBHOOKS } from './wire/webhooks';

/**
 * Plays a fixed scenario over HTTP against the whole Worker and compares every answer byte for byte with `test/fixtures/wire`. What
 * differs from run to run is masked (`support/normalize.ts`); user-facing texts are compared separately. See CONTRIBUTING.md to record.
 */
const fixtures = new Fixtures('wire');
const scenario = new Scenario();

/** Compares the exchanges of these steps with their recording, or records them. */
function compare(file: string, steps: readonly Step[], noise = /"level":"warn"|"job":"check-square-webhooks"/u): void {
  const recording = fixtures.recording(file);
  it.each(steps)('$name', async (step) => {
    allowNoise(noise);
    await keepInMemory(['1', '2', '3']);
    await runStep(step, scenario, recording);
  });
  it(`has every exchange of ${file}.json`, () => recording.finish());
}

/** Log lines of failures. */
const FAILURES = /"level":"(?:warn|error)"/u;

beforeAll(() => resetSandbox('small'));

describe('routes', () => {
  compare('routes', [...PUBLIC_ROUTES, ...SIGN_IN]);
});

describe('connecting', () => {
  beforeAll(async () => {
    await follow(`${APP}/shopify/oauthRequest?shop=second`, scenario.cookies.newcomer);
    await waitUntilSettled();
  });
  compare('connecting', [...CONNECT_SQUARE, ...ONBOARDING]);
});

describe('the merchant’s calls', () => {
  beforeAll(() => scenario.readVariants());
  compare('merchant', [...READS, ...CHANGES, ...PROTOCOL]);
});

describe('operators’ calls', () => {
  beforeAll(async () => {
    for (const who of ['operator', 'impersonator'] as const)
      await follow(`${APP}/shopify/oauthRequest?shop=operator`, scenario.cookies[who]);
    await waitUntilSettled();
  });
  compare('operator', [...OPERATOR_READS, ...OPERATOR_CHANGES]);
});

describe('refusals', () => {
  compare('refusals', [...EVERY_METHOD, ...BAD_ARGUMENTS, ...BAD_OPERATOR_ARGUMENTS]);
});

describe('webhooks', () => {
  compare('webhooks', WEBHOOKS);
});

describe('records', () => {
  compare('records', OPERATOR_RECORDS);
});

describe('lifecycle', () => {
  compare('lifecycle', LIFECYCLE);
});

describe('failures of platforms', () => {
  beforeAll(() => losePlatforms(scenario));
  afterAll(restorePlatforms);
  compare('platforms-down', PLATFORMS_DOWN, FAILURES);
});

describe('failures of the database', () => {
  beforeAll(loseTables);
  afterAll(restoreTables);
  compare('database-broken', DATABASE_BROKEN, FAILURES);
});

describe('a deployment', () => {
  compare('deployment', DEPLOYMENT, FAILURES);
});

describe('coverage', () => {
  const isProtobuf = ({ answer: { body } }: Exchange): boolean => typeof body === 'object' && body !== null && 'hex' in body;
  const servicesOf = (methods: readonly string[]): string[] => [...new Set(methods.map((path) => path.replace(/\/.*$/u, '')))];

  it('has a success and a refusal of every method in proto', () => {
    expect(METHODS.map(({ path }) => path).toSorted()).toEqual(PROTO_METHODS);
    expect(methodsOf(fixtures.exchanges(), ({ answer }) => answer.status === 200)).toEqual(PROTO_METHODS);
    expect(methodsOf(fixtures.exchanges(), ({ answer }) => answer.status >= 400)).toEqual(PROTO_METHODS);
  });

  it('has a protobuf answer of every service in proto', () => {
    expect(servicesOf(methodsOf(fixtures.exchanges(), isProtobuf))).toEqual(servicesOf(PROTO_METHODS));
  });

  it('has every webhook of both platforms, accepted and with a wrong signature', () => {
    expect(webhooksOf(fixtures.exchanges(), 'valid', 200)).toEqual(WEBHOOK_TYPES);
    expect(webhooksOf(fixtures.exchanges(), 'wrong', 401)).toEqual(WEBHOOK_TYPES);
  });

  it('has a redirect of every route that redirects, and a success of every other', () => {
    const others = ROUTES.filter((route) => !REDIRECTS.includes(route));
    expect(routesOf(fixtures.exchanges(), 302)).toEqual(REDIRECTS);
    expect(routesOf(fixtures.exchanges(), 200)).toEqual(others);
  });
});

it('has the user-facing texts and the headers of all exchanges', () => fixtures.finish());
