import { describe, expect, it } from 'vitest';

import { signatureFromBase64, signatureFromHex, toBytes, verifyHmac } from '../../src/platforms/hmac';

describe('HMAC-SHA256', () => {
  it('matches Square’s published vector', async () => {
    const signed = toBytes('https://example.com/webhook{"hello":"world"}');
    const signature = signatureFromBase64('2kRE5qRU2tR+tBGlDwMEw2avJ7QM4ikPYD/PJ3bd9Og=');
    expect(await verifyHmac(['asdf1234'], signed, signature)).toBe(true);
    expect(await verifyHmac(['other', 'asdf1234'], signed, signature)).toBe(true);
    expect(await verifyHmac(['asdf1234', 'other'], signed, signature)).toBe(true);
    expect(await verifyHmac(['other'], signed, signature)).toBe(false);
    expect(await verifyHmac([], signed, signature)).toBe(false);
  });

  it('matches RFC 4231’s second test case', async () => {
    const signature = signatureFromHex('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
    expect(await verifyHmac(['Jefe'], toBytes('what do ya want for nothing?'), signature)).toBe(true);
  });

  it('accepts only signatures of the right length and alphabet', () => {
    expect(signatureFromHex('5B'.repeat(32))).not.toBeNull();
    for (const text of [null, '', '5b', 'zz'.repeat(32), `${'5b'.repeat(32)} `]) expect(signatureFromHex(text)).toBeNull();
    for (const text of [null, '', 'AAAA', `${'A'.repeat(43)}`, `${'A'.repeat(43)}==`, ` ${'A'.repeat(43)}=`])
      expect(signatureFromBase64(text)).toBeNull();
  });
});
