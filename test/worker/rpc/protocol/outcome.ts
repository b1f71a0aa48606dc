import type { IMessageType } from '@protobuf-ts/runtime';
import { ScalarType } from '@protobuf-ts/runtime';
import { RpcError } from '@protobuf-ts/runtime-rpc';
import type { ClientConfiguration } from 'twirpscript';
import { clients, TwirpError } from 'virtual:second-client';
import { expect } from 'vitest';

import type { Caller } from '../../support/worker-harness';
import { RPC, transportOf } from './first-client';
import { innerType, type Method } from './methods';

/** The outcome of a call, in a form that is the same for every client: the response's fields, or the refusal. */
export type Outcome = { readonly fields: unknown } | { readonly code: string; readonly message: string };

/** One way to make a call. */
export interface Client {
  readonly name: string;
  call(method: Method, caller: Caller, message: object): Promise<Outcome>;
  /** The part of a response that this client can report to its caller. */
  tells(type: IMessageType<object>, fields: unknown): unknown;
}

/** The fields of a message by their proto names, in the order of its description; missing fields are null. */
function fieldsOf(type: IMessageType<object>, message: unknown): unknown {
  if (message === undefined || message === null) return null;
  const values = new Map<string, unknown>(Object.entries(message));
  const strangers = [...values.keys()].filter((name) => !type.fields.some((field) => field.localName === name));
  expect(strangers, `fields that ${type.typeName} does not have`).toEqual([]);
  return Object.fromEntries(
    type.fields.map((field) => {
      const value = values.get(field.localName);
      const read = (one: unknown): unknown => {
        if (field.kind === 'message') return fieldsOf(innerType(field), one);
        const is64 = field.kind === 'scalar' && [ScalarType.INT64, ScalarType.UINT64].includes(field.T);
        return is64 && (typeof one === 'number' || typeof one === 'bigint') ? BigInt(one) : (one ?? null);
      };
      return [field.name, Array.isArray(value) ? value.map(read) : read(value)];
    }),
  );
}

/** Calls by the page's own client. */
function firstClient(sendJson: boolean): Client {
  return {
    name: `twirp-transport, ${sendJson ? 'JSON' : 'protobuf'}`,
    call: async (method, caller, message) => {
      const transport = transportOf(caller, sendJson);
      const info = method.service.methods.find(({ name }) => name === method.name);
      if (info === undefined) throw new Error(`${method.path} is not described`);
      try {
        const answer: unknown = await transport.unary(info, message, transport.mergeOptions({})).response;
        return { fields: fieldsOf(method.output, answer) };
      } catch (error) {
        if (error instanceof RpcError) return { code: error.code, message: error.message };
        throw error;
      }
    },
    tells: (_, fields) => fields,
  };
}

/**
 * Calls by twirpscript. It returns an empty message for a missing one, and in JSON treats an optional field that is 0, false
 * or '' as absent.
 */
function secondClient(sendJson: boolean): Client {
  const tells = (type: IMessageType<object>, fields: unknown): unknown => {
    const values = new Map<string, unknown>(Object.entries(fields ?? {}));
    return Object.fromEntries(
      type.fields.map((field) => {
        const value = values.get(field.name);
        if (field.kind === 'message') {
          const inner = innerType(field);
          const tell = (one: unknown): unknown => tells(inner, one ?? fieldsOf(inner, inner.create()));
          return [field.name, Array.isArray(value) ? value.map(tell) : tell(value)];
        }
        const isZero = value === 0 || value === false || value === '';
        return [field.name, sendJson && field.opt && isZero ? null : value];
      }),
    );
  };
  return {
    name: `twirpscript, ${sendJson ? 'JSON' : 'protobuf'}`,
    call: async (method, caller, message) => {
      const call = clients[method.service.typeName]?.[`${method.name}${sendJson ? 'JSON' : ''}`];
      if (call === undefined) throw new Error(`twirpscript does not know ${method.path}`);
      const headers: Record<string, string> = caller.cookie === '' ? {} : { cookie: caller.cookie };
      const rpcTransport: NonNullable<ClientConfiguration['rpcTransport']> = (url, { body, ...init }) =>
        fetch(url, { ...init, body: body ?? null });
      try {
        return { fields: fieldsOf(method.output, await call(message, { baseURL: RPC, prefix: '', headers, rpcTransport })) };
      } catch (error) {
        if (error instanceof TwirpError) return { code: error.code, message: error.msg };
        throw error;
      }
    },
    tells,
  };
}

/** Two independent clients in both encodings. */
export const CLIENTS: readonly Client[] = [firstClient(true), firstClient(false), secondClient(true), secondClient(false)];

/** Checks and masks the fields of a response that differ from call to call; `*` in a path stands for each item of a list. */
export function withoutVarying(outcome: Outcome, varies: Readonly<Record<string, RegExp>>): Outcome {
  if (!('fields' in outcome)) return outcome;
  let { fields } = outcome;
  for (const [path, look] of Object.entries(varies)) fields = masked(fields, path.split('.'), look);
  return { fields };
}

function masked(value: unknown, [name, ...more]: readonly string[], look: RegExp): unknown {
  if (name === undefined) {
    expect(String(value)).toMatch(look);
    return '…';
  }
  if (name === '*') return Array.isArray(value) ? value.map((one) => masked(one, more, look)) : value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) throw new Error(`the answer has no ${name}`);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, key === name ? masked(one, more, look) : one]));
}
