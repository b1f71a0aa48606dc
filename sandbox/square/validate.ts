import description from './description/description.json';
import { invalid, type SquareError } from './errors';
import { isList, isObject, type Json, type JsonObject } from './json';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly nullable?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly readOnly?: boolean;
}

/** The request bodies of Square's own description; `description/NOTICE.md` names their source. */
const SCHEMAS: Readonly<Record<string, Schema>> = description;

/** The name of a request body in Square's description. */
export type BodyName = keyof typeof description;

/**
 * Returns the errors in a request body, by Square's own description: unknown members, wrong types, missing or too long values. Empty when
 * it is valid. A null counts as absent, as it does at Square.
 */
export function validateBody(name: BodyName, body: Json): SquareError[] {
  const errors: SquareError[] = [];
  check({ $ref: name }, body, '', errors);
  return errors;
}

function check(schema: Schema, value: Json, path: string, errors: SquareError[]): void {
  if (value === null) return;
  const target = schema.$ref === undefined ? schema : (SCHEMAS[schema.$ref] ?? {});
  const complain = (code: string, detail: string): void => {
    errors.push(invalid(code, detail, path === '' ? undefined : path));
  };
  switch (target.type) {
    case 'object':
      if (isObject(value)) checkObject(target, value, path, errors);
      else complain('EXPECTED_OBJECT', 'Expected an object value.');
      return;
    case 'array':
      if (isList(value)) checkList(target, value, path, errors);
      else complain('EXPECTED_ARRAY', 'Expected an array value.');
      return;
    case 'string':
      checkText(target, value, complain);
      return;
    case 'integer':
      checkInteger(target, value, complain);
      return;
    case 'boolean':
      if (typeof value !== 'boolean') complain('EXPECTED_BOOLEAN', 'Expected a boolean value.');
      return;
    case undefined:
    default:
  }
}

function checkList(list: Schema, values: readonly Json[], path: string, errors: SquareError[]): void {
  for (const [index, entry] of values.entries()) {
    if (entry === null) errors.push(invalid('INVALID_ARRAY_VALUE', 'A list may not hold null.', `${path}[${index}]`));
    else if (list.items !== undefined) check(list.items, entry, `${path}[${index}]`, errors);
  }
}

function checkObject(schema: Schema, value: JsonObject, path: string, errors: SquareError[]): void {
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  for (const name of schema.required ?? []) {
    if (value[name] === undefined || value[name] === null) {
      errors.push(invalid('MISSING_REQUIRED_PARAMETER', `Missing required parameter: ${at(name)}.`, at(name)));
    }
  }
  // A schema without named members is a map: Square allows any member name.
  if (schema.properties === undefined) return;
  for (const [name, member] of Object.entries(value)) {
    const inner = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (inner === undefined) errors.push(invalid('UNKNOWN_BODY_PARAMETER', `The parameter ${at(name)} is not supported.`, at(name)));
    else if (member !== undefined) check(inner, member, at(name), errors);
  }
}

type Complain = (code: string, detail: string) => void;

function checkText(schema: Schema, value: Json, complain: Complain): void {
  if (typeof value !== 'string') complain('EXPECTED_STRING', 'Expected a string value.');
  else if (schema.enum !== undefined && !schema.enum.includes(value))
    complain('INVALID_ENUM_VALUE', `\`${value.slice(0, 60)}\` is not a valid enum value.`);
  else if (value.length < (schema.minLength ?? 0)) complain('VALUE_TOO_SHORT', `Must have at least ${schema.minLength ?? 0} characters.`);
  else if (value.length > (schema.maxLength ?? Infinity))
    complain('VALUE_TOO_LONG', `Must have at most ${schema.maxLength ?? 0} characters.`);
}

function checkInteger(schema: Schema, value: Json, complain: Complain): void {
  if (typeof value !== 'number' || !Number.isInteger(value)) complain('EXPECTED_INTEGER', 'Expected an integer value.');
  else if (value < (schema.minimum ?? -Infinity)) complain('VALUE_TOO_LOW', `Must be at least ${schema.minimum ?? 0}.`);
  else if (value > (schema.maximum ?? Infinity)) complain('VALUE_TOO_HIGH', `Must be at most ${schema.maximum ?? 0}.`);
}
