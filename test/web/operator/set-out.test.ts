import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { setOut } from '../../../src/web/operator/account/format-json';

describe('a payload set out to be read', () => {
  it('keeps numbers as they were sent', () => {
    const sent = '{"id":12345678901234567890,"price":12.50,"list":[1e3,-0],"empty":{},"none":[]}';
    expect(setOut(sent)).toBe(
      '{\n  "id": 12345678901234567890,\n  "price": 12.50,\n  "list": [\n    1e3,\n    -0\n  ],\n  "empty": {},\n  "none": []\n}',
    );
  });

  it('leaves what is no JSON as it is', () => {
    for (const text of ['', 'no json', '{"cut":', '<b>x</b>']) expect(setOut(text)).toBe(text);
  });

  it('says the same as what was sent, and is what the browser would write', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const sent = JSON.stringify(value);
        expect(setOut(sent)).toBe(JSON.stringify(value, null, 2));
        expect(setOut(setOut(sent))).toBe(setOut(sent));
      }),
    );
  });
});
