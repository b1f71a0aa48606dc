import { unsupported, userError, type UserError } from '../context';
import { DEFAULT_OPTION } from '../store/product-writer';
import type { StoredOption } from '../store/rows';
import type { OptionValueInput } from './product-input';

/** Returns whether a product has only the automatic option of products without options. */
export function isDefaultOnly(
  options: readonly { readonly name: string; readonly values: readonly { readonly name: string }[] }[],
): boolean {
  const [option, ...more] = options;
  return (
    more.length === 0 &&
    option?.name === DEFAULT_OPTION.name &&
    option.values.length <= 1 &&
    (option.values[0]?.name ?? DEFAULT_OPTION.value) === DEFAULT_OPTION.value
  );
}

/** Returns one value per option from `optionValues`, in the options' order, or the error. Codes are those of productVariantsBulkCreate. */
export function matchValues(
  options: readonly StoredOption[],
  given: readonly OptionValueInput[],
  path: readonly string[],
): string[] | UserError {
  const at = [...path, 'optionValues'];
  const values = new Map<string, string>();
  for (const [index, entry] of given.entries()) {
    if (entry['linkedMetafieldValue'] !== undefined && entry['linkedMetafieldValue'] !== null) throw unsupported('linked option values');
    const byId =
      typeof entry['optionId'] === 'string'
        ? options.find((one) => entry['optionId'] === `gid://shopify/ProductOption/${one.id}`)
        : undefined;
    const option = byId ?? options.find((one) => one.name === entry.optionName);
    if (option === undefined)
      return userError([...at, String(index)], 'Option does not exist', 'OPTION_VALUES_FOR_NUMBER_OF_UNKNOWN_OPTIONS');
    const known =
      typeof entry['id'] === 'string'
        ? option.values.find((one) => entry['id'] === `gid://shopify/ProductOptionValue/${one.id}`)?.name
        : entry.name;
    if (known === undefined || known === null || known === '')
      return userError([...at, String(index), 'name'], 'Option value is missing', 'INVALID');
    values.set(option.name, known);
  }
  const missing = options.find((option) => !values.has(option.name));
  if (missing !== undefined) return userError(at, `You need to add option values for ${missing.name}`, 'NEED_TO_ADD_OPTION_VALUES');
  return options.map((option) => values.get(option.name) ?? '');
}

/** Replaces codes that a payload does not know with its general one. */
export function withCodes(errors: readonly UserError[], known: ReadonlySet<string>, general: string): UserError[] {
  return errors.map((error) => (error.code !== null && known.has(error.code) ? error : { ...error, code: general }));
}
