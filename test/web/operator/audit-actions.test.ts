import { describe, expect, it } from 'vitest';

import { Admin } from '../../../src/gen/sh/admin_pb';
import { External } from '../../../src/gen/sh/external_pb';
import { Operations } from '../../../src/gen/sh/operations_pb';
import { auditActionName } from '../../../src/web/operator/audit-actions';

describe('auditActionName', () => {
  it.each(
    [Admin, Operations, External].flatMap((service) =>
      service.methods.map(({ name }) => ({ method: `${service.typeName}/${name}`, name })),
    ),
  )('has a name for $method', ({ method, name }) => {
    const words = auditActionName(method, '{}');
    expect(words.replaceAll(' ', '').toLowerCase()).not.toBe(name.toLowerCase());
    expect(words).toMatch(/^[A-Z][A-Za-z’ ]+$/u);
  });

  it.each([
    ['sh.Account/SaveAccountSettings', 'Save account settings'],
    ['sh.Variants/UpdateSKU', 'Update SKU'],
    ['sh.Variants/LevelVariants', 'Level variants'],
    ['', ''],
  ])('splits the name of a merchant call: %s', (method, words) => {
    expect(auditActionName(method, '{}')).toBe(words);
  });
});
