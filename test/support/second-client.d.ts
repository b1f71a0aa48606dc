/** twirpscript's generated clients; see `second-client-plugin.ts`. */
declare module 'virtual:second-client' {
  import type { ClientConfiguration, TwirpError as Failure } from 'twirpscript';

  type Call = (message: object, config: ClientConfiguration) => Promise<object>;

  /** By service type name, then by method name; with the suffix `JSON` for the JSON encoding. */
  export const clients: Readonly<Record<string, Readonly<Record<string, Call>>>>;

  export const TwirpError: typeof Failure;
}
