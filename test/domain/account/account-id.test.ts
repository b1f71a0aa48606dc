import { describe, expect, it } from 'vitest';

import { formatAccountId, parseAccountId } from '../../../src/domain/account/account-id';

describe('an account number from outside', () => {
  it.each(['1', '42', '999999999999999'])('%s is accepted, and formats back to the same text', (text) => {
    const id = parseAccountId(text);
    expect(id).toEqual({ ok: true, value: Number(text) });
    expect(id.ok && formatAccountId(id.value)).toBe(text);
  });

  it('is reported as missing if it is empty', () => {
    expect(parseAccountId('')).toEqual({ ok: false, error: 'missing' });
  });

  it.each(['0', '-4', '+4', '01', '1.0', '1e3', ' 1', '1 or 1=1', 'x', '９', '9999999999999999'])('refuses %j', (text) => {
    expect(parseAccountId(text)).toEqual({ ok: false, error: 'malformed' });
  });
});
