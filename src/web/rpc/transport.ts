import type { RpcTransport } from '@protobuf-ts/runtime-rpc';
import { TwirpFetchTransport } from '@protobuf-ts/twirp-transport';

/** The one way to the server: Twirp over fetch, JSON with proto field names, the session cookie included. */
export function createTransport(baseUrl: string): RpcTransport {
  return new TwirpFetchTransport({
    baseUrl,
    sendJson: true,
    fetchInit: { credentials: 'include' },
    jsonOptions: { ignoreUnknownFields: true, emitDefaultValues: true, useProtoFieldName: true },
  });
}
