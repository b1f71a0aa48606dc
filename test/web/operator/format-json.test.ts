import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatJson } from '../../../src/web/operator/account/format-json';

describe('formatJson', () => {
  it('keeps numbers exactly as sent', () => {
    const sent = '{"id":12345678901234567890,"price":12.50,"list":[1e3,-0],"empty":{},"none":[]}';
    expect(formatJson(sent)).toBe(
      '{\n  "id": 12345678901234567890,\n  "price": 12.50,\n  "list": [\n    1e3,\n    -0\n  ],\n  "empty": {},\n  "none": []\n}',
    );
  });

  it('returns text that is not JSON unchanged', () => {
    for (const text of ['', 'no json', '{"cut":', '<b>x</b>']) expect(formatJson(text)).toBe(text);
  });

  it('matches JSON.stringify with an indent of 2', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const sent = JSON.stringify(value);
        expect(formatJson(sent)).toBe(JSON.stringify(value, null, 2));
        expect(formatJson(formatJson(sent))).toBe(formatJson(sent));
      }),
    );
  });
});
