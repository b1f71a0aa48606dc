import { gid } from '../gid';
import { textsOf } from '../store/rows';
import { SERVED_VERSIONS } from '../version';
import type { WebhookRow } from '../webhooks/emit';
import { stateTime } from '../wording';
import { RowNode } from './row-node';

/** `ApiVersion`. */
export function versionNode(handle: string): object {
  const newest = SERVED_VERSIONS.at(-1);
  return { handle, displayName: handle === newest ? `${handle} (Latest)` : handle, supported: true };
}

/** `WebhookSubscription`. */
export class WebhookNode extends RowNode<WebhookRow> {
  readonly __typename = 'WebhookSubscription';
  readonly filter = '';

  get id(): string {
    return gid('WebhookSubscription', this.row.id);
  }

  get legacyResourceId(): string {
    return String(this.row.id);
  }

  get topic(): string {
    return this.row.topic;
  }

  get uri(): string {
    return this.row.uri;
  }

  get callbackUrl(): string {
    return this.row.uri;
  }

  get format(): string {
    return this.row.format;
  }

  get name(): string | null {
    return this.row.name;
  }

  get includeFields(): string[] {
    return textsOf(this.row.include_fields);
  }

  get metafieldNamespaces(): string[] {
    return textsOf(this.row.metafield_namespaces);
  }

  get apiVersion(): object {
    return versionNode(this.row.api_version);
  }

  get updatedAt(): string {
    return stateTime(this.context.world, this.row.updated_at);
  }

  get endpoint(): object {
    const { uri } = this.row;
    const [, project = '', topic = ''] = /^pubsub:\/\/([^:]+):(.+)$/.exec(uri) ?? [];
    if (project !== '') return { __typename: 'WebhookPubSubEndpoint', pubSubProject: project, pubSubTopic: topic };
    if (uri.startsWith('arn:')) return { __typename: 'WebhookEventBridgeEndpoint', arn: uri };
    return { __typename: 'WebhookHttpEndpoint', callbackUrl: uri };
  }
}
