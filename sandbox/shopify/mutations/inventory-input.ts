import { topLevelError, userError, type UserError } from '../context';

/** The most entries of a list input. */
const MAX_LIST = 250;

const REASONS: ReadonlySet<string> = new Set([
  'correction',
  'cycle_count_available',
  'damaged',
  'movement_created',
  'movement_updated',
  'movement_received',
  'movement_canceled',
  'other',
  'promotion',
  'quality_control',
  'received',
  'reservation_created',
  'reservation_deleted',
  'reservation_updated',
  'restock',
  'safety_stock',
  'shrinkage',
]);

/** Refuses lists that are too long, as Shopify does before it evaluates them. */
export function checkListLength(name: string, list: readonly unknown[]): void {
  if (list.length > MAX_LIST) {
    throw topLevelError(
      `The input array size of ${list.length} is greater than the maximum allowed of ${MAX_LIST}.`,
      'MAX_INPUT_SIZE_EXCEEDED',
    );
  }
  if (list.length === 0) throw topLevelError(`${name} cannot be empty`, 'INVALID_FIELD_ARGUMENTS');
}

/** Requires `changeFromQuantity`, which may be null. */
export function checkChangeFrom(type: string, list: readonly object[]): void {
  if (list.some((entry) => !('changeFromQuantity' in entry))) {
    throw topLevelError(`${type} must include the following argument: changeFromQuantity`, 'INVALID_FIELD_ARGUMENTS');
  }
}

/** Returns the errors in the fields that all quantity mutations share. */
export function commonErrors(input: { reason: string; referenceDocumentUri?: string | null }): UserError[] {
  const errors: UserError[] = [];
  if (!REASONS.has(input.reason)) errors.push(userError(['reason'], 'The specified reason is invalid.', 'INVALID_REASON'));
  const uri = input.referenceDocumentUri;
  if (uri !== null && uri !== undefined && !/^[a-z][a-z0-9+.-]*:\/\/[^\s]+$/i.test(uri)) {
    errors.push(userError(['referenceDocumentUri'], 'The specified reference document URI is invalid.', 'INVALID_REFERENCE_DOCUMENT'));
  }
  return errors;
}

/** Returns the error of a quantity out of bounds, or null. */
export function boundsError(path: readonly string[], quantity: number, bound: number): UserError | null {
  if (quantity > bound) return userError(path, `The quantity can't be higher than ${bound}.`, 'INVALID_QUANTITY_TOO_HIGH');
  return quantity < -bound ? userError(path, `The quantity can't be lower than -${bound}.`, 'INVALID_QUANTITY_TOO_LOW') : null;
}
