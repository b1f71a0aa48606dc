import type { Plugin } from 'vite';

/**
 * The parts of the protobuf runtime that read and write its binary form, check values against message types, and convert fields of bytes,
 * which no message has. Every message type names them, so a bundler keeps them.
 */
const UNUSED = /\/@protobuf-ts\/runtime\/build\/es2015\/(?:(?:reflection-)?binary-(?:reader|writer)|reflection-type-check|base64)\.js$/u;

/** What they export, without the code. */
const REFUSING = `
const refuse = () => { throw new Error('the page reads and writes messages as JSON only, without bytes'); };
export class BinaryReader { constructor() { refuse(); } }
export class BinaryWriter { constructor() { refuse(); } }
export const binaryReadOptions = refuse;
export const binaryWriteOptions = refuse;
export class ReflectionBinaryReader { read = refuse; }
export class ReflectionBinaryWriter { write = refuse; }
export class ReflectionTypeCheck { is = refuse; }
export const base64decode = refuse;
export const base64encode = refuse;
`;

/** A Vite plugin that leaves out of the page what its transport, which sends JSON (`src/web/shared/rpc/transport.ts`), never calls. */
export function jsonOnly(): Plugin {
  return {
    name: 'json-only',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (UNUSED.test(id) ? REFUSING : null),
  };
}
