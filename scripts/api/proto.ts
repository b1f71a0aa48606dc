import { spawnSync } from 'node:child_process';

/** The part of buf's description of the proto files that the page shows. */
export interface Service {
  /** `sh.History`. */
  readonly name: string;
  readonly comment: string;
  readonly methods: readonly { readonly name: string; readonly comment: string; readonly input: string; readonly output: string }[];
}

export interface Message {
  readonly name: string;
  readonly comment: string;
  readonly fields: readonly { readonly name: string; readonly type: string; readonly comment: string }[];
}

interface FieldDescription {
  readonly name: string;
  readonly type: string;
  readonly label: string;
  readonly typeName?: string;
  readonly proto3Optional?: boolean;
}

interface FileDescription {
  readonly package: string;
  readonly messageType?: readonly { readonly name: string; readonly field?: readonly FieldDescription[] }[];
  readonly service?: readonly {
    readonly name: string;
    readonly method: readonly { readonly name: string; readonly inputType: string; readonly outputType: string }[];
  }[];
  readonly sourceCodeInfo: { readonly location: readonly { readonly path?: readonly number[]; readonly leadingComments?: string }[] };
}

/** Field numbers within a file's description, as google/protobuf/descriptor.proto defines them. */
const MESSAGES = 4;
const SERVICES = 6;
const MEMBERS = 2;

/** Reads proto/ with all its comments. Throws when buf fails. */
export function readProto(): { readonly services: readonly Service[]; readonly messages: readonly Message[] } {
  const { status, stdout, stderr } = spawnSync('node_modules/.bin/buf', ['build', '-o', '-#format=json'], {
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  });
  if (status !== 0) throw new Error(`buf build failed: ${stderr}`);
  const { file: files } = JSON.parse(stdout) as { file: readonly FileDescription[] };
  return { services: files.flatMap(servicesOf), messages: files.flatMap(messagesOf) };
}

function commentsOf(file: FileDescription): (...path: number[]) => string {
  const comments = new Map(file.sourceCodeInfo.location.map(({ path = [], leadingComments }) => [path.join('.'), leadingComments ?? '']));
  return (...path) =>
    (comments.get(path.join('.')) ?? '')
      .split('\n')
      .map((line) => line.trim())
      .join(' ')
      .trim();
}

const bare = (typeName: string): string => typeName.replace(/^\.sh\./u, '');

function servicesOf(file: FileDescription): Service[] {
  const comment = commentsOf(file);
  return (file.service ?? []).map(({ name, method }, index) => ({
    name: `${file.package}.${name}`,
    comment: comment(SERVICES, index),
    methods: method.map((one, place) => ({
      name: one.name,
      comment: comment(SERVICES, index, MEMBERS, place),
      input: bare(one.inputType),
      output: bare(one.outputType),
    })),
  }));
}

function messagesOf(file: FileDescription): Message[] {
  const comment = commentsOf(file);
  return (file.messageType ?? []).map(({ name, field = [] }, index) => ({
    name,
    comment: comment(MESSAGES, index),
    fields: field.map((one, place) => ({ name: one.name, type: typeOf(one), comment: comment(MESSAGES, index, MEMBERS, place) })),
  }));
}

/** Formats a field's type; a message type becomes a link. */
function typeOf({ type, label, typeName, proto3Optional }: FieldDescription): string {
  const plain = type.replace('TYPE_', '').toLowerCase();
  const name = typeName === undefined ? plain : `[${bare(typeName)}](#${bare(typeName).toLowerCase()})`;
  if (label === 'LABEL_REPEATED') return `list of ${name}`;
  return proto3Optional === true ? `${name}, optional` : name;
}
