import { describe, expect, it } from 'vitest';

import { err } from '../../src/domain/result';
import { readPlatformConfig, squareNotificationUrl } from '../../src/platforms/config';
import { ENVIRONMENT, configOf } from './support/environment';

const without = (name: string): Record<string, string> => Object.fromEntries(Object.entries(ENVIRONMENT).filter(([key]) => key !== name));

describe('the environment of the platforms', () => {
  it('uses production addresses and versions by default', () => {
    const config = configOf();
    expect(config.shopify.originOf('demo.myshopify.com')).toBe('https://demo.myshopify.com');
    expect(config.shopify.apiVersion).toBe('2026-07');
    expect(config.square.origin).toBe('https://connect.squareup.com');
    expect(config.square.version).toBe('2026-09-16');
    expect(config.square.appToken).toBeNull();
    expect(config.shopify.previousSecret).toBeNull();
    expect(squareNotificationUrl(config)).toBe('https://hooks.example/webhooks/square');
  });

  it('makes a local shop address from the template', () => {
    const config = configOf({ ...ENVIRONMENT, SHOPIFY_ORIGIN: 'http://localhost:8789/shopify/{shop}' });
    expect(config.shopify.originOf('demo.myshopify.com')).toBe('http://localhost:8789/shopify/demo.myshopify.com');
  });

  it('sends webhooks to the app if no other origin is set', () => {
    expect(configOf(without('WEBHOOK_ORIGIN')).webhookOrigin).toBe('https://app.example');
  });

  it.each(Object.keys(ENVIRONMENT).filter((name) => name !== 'WEBHOOK_ORIGIN'))('names %s when it is missing', (name) => {
    expect(readPlatformConfig(without(name))).toEqual(err([`${name} is missing`]));
  });

  it.each([
    ['APP_ORIGIN', 'https://app.example/path'],
    ['APP_ORIGIN', 'app.example'],
    ['WEBHOOK_ORIGIN', 'ftp://hooks.example'],
    ['SHOPIFY_ORIGIN', 'https://shops.example'],
    ['SHOPIFY_API_VERSION', 'latest'],
    ['SQUARE_ORIGIN', 'connect.squareup.com'],
    ['SQUARE_VERSION', '2026-09'],
    ['PLATFORM_TIMEOUT_MS', '10s'],
    ['SHOPIFY_REFRESH_AHEAD_MS', '-5'],
    ['TOKEN_KEYS', 'secret'],
    ['TOKEN_KEYS', `1:${btoa('short')}`],
    ['TOKEN_KEYS', `${ENVIRONMENT['TOKEN_KEYS'] ?? ''},${ENVIRONMENT['TOKEN_KEYS'] ?? ''}`],
  ])('names %s when it is malformed, without showing it', (name, value) => {
    const read = readPlatformConfig({ ...ENVIRONMENT, [name]: value });
    expect(read.ok).toBe(false);
    const problems = read.ok ? [] : read.error;
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${name} is malformed`);
    expect(problems[0]).not.toContain(value);
  });

  it('lists every problem at once', () => {
    const read = readPlatformConfig({});
    expect(read.ok ? [] : read.error).toHaveLength(7);
  });

  it('writes with the newest key and reads with all', () => {
    const other = btoa('fedcba9876543210fedcba9876543210');
    const keys = configOf({ ...ENVIRONMENT, TOKEN_KEYS: `12:${other},${ENVIRONMENT['TOKEN_KEYS'] ?? ''}` }).tokenKeys;
    expect(keys.newest.version).toBe(12);
    expect([...keys.byVersion.keys()].sort((a, b) => a - b)).toEqual([1, 12]);
  });
});
