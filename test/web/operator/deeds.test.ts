import { describe, expect, it } from 'vitest';

import { Admin } from '../../../src/gen/sh/admin_pb';
import { External } from '../../../src/gen/sh/external_pb';
import { Operations } from '../../../src/gen/sh/operations_pb';
import { deedOf } from '../../../src/web/operator/audit-actions';

describe('what operators did', () => {
  it.each(
    [Admin, Operations, External].flatMap((service) =>
      service.methods.map(({ name }) => ({ method: `${service.typeName}/${name}`, name })),
    ),
  )('has words of its own for $method', ({ method, name }) => {
    const words = deedOf(method, '{}');
    expect(words.replaceAll(' ', '').toLowerCase()).not.toBe(name.toLowerCase());
    expect(words).toMatch(/^[A-Z][A-Za-z’ ]+$/u);
  });

  it.each([
    ['sh.Account/SaveAccountSettings', 'Save account settings'],
    ['sh.Variants/UpdateSKU', 'Update SKU'],
    ['sh.Variants/LevelVariants', 'Level variants'],
    ['', ''],
  ])('tells %s, done as a merchant, in the words of its name', (method, words) => {
    expect(deedOf(method, '{}')).toBe(words);
  });
});
