/** What operators do, in words, by the call's name without its service. */
const DEEDS: Readonly<Record<string, string>> = {
  ImpersonateDomain: 'Impersonation',
  Test: 'Test call',
  AdminGetAccounts: 'Listed customers',
  AdminGetAccount: 'Looked at the account',
  AdminGetWebhooks: 'Looked at webhooks',
  AdminSaveWebhook: 'Saved or deleted a webhook',
  AdminAddAllWebhooks: 'Added missing webhooks',
  AdminGetScopes: 'Looked at scopes',
  AdminBuildSnapshot: 'Queued a snapshot',
  AdminSyncLocations: 'Synced locations',
  AdminGetRegisteredTasks: 'Looked at tasks',
  AdminUpdateTaskCounts: 'Changed how many tasks run',
  AdminGetWebhookPayloads: 'Looked at received webhooks',
  AdminReplayWebhookReceipt: 'Replayed a webhook',
  AdminGetSquareAuthToken: 'Looked at the Square token',
  AdminSquareAccessRevoked: 'Said that Square access was revoked',
  AdminSquareLocationsChanged: 'Said that Square locations changed',
  AdminShopifyAppUninstalled: 'Said that the app was uninstalled',
  AdminShopifyAppSubscriptionUpdated: 'Said that a subscription changed',
  AdminShopifyLocationsChanged: 'Said that Shopify locations changed',
  AdminShopifyShopUpdated: 'Said that the shop changed',
  GetExternalShopifyItems: 'Listed items at Shopify',
  GetExternalShopifyProduct: 'Looked at a product at Shopify',
  GetExternalShopifyVariant: 'Looked at a variant at Shopify',
  GetExternalSquareItems: 'Listed items at Square',
  GetExternalSquareItem: 'Looked at an item at Square',
  GetExternalSquareVariation: 'Looked at a variation at Square',
  GetFleet: 'Looked at the fleet',
  GetAccountHealth: 'Looked at the account’s health',
  GetAccountHearing: 'Looked at what webhooks told',
  ReconcileAccount: 'Reconciled the account',
  GetAccountTasks: 'Looked at the account’s tasks',
  GetAudit: 'Read the audit',
  GetDeadLetters: 'Looked at dead letters',
  ReplayDeadLetters: 'Replayed dead letters',
  DropDeadLetters: 'Dropped dead letters',
  GetAlerts: 'Looked at alerts',
  GetWritePauses: 'Looked at pauses of changes',
  PauseWrites: 'Paused changes of stock',
  ResumeWrites: 'Let changes of stock go on',
};

/** An entry's call in words: a merchant's call, made on his behalf, by the words of its own name. */
export function deedOf(method: string, detail: string): string {
  const name = method.slice(method.lastIndexOf('/') + 1);
  if (name === 'ImpersonateDomain') return stopsImpersonating(detail) ? 'Stopped impersonating' : 'Began to impersonate';
  return DEEDS[name] ?? inWords(name);
}

/** An impersonation of nobody is the end of one. */
function stopsImpersonating(detail: string): boolean {
  return /"domain":\s*""/u.test(detail);
}

/** 'SaveAccountSettings' as 'Save account settings'; an abbreviation stays whole. */
function inWords(name: string): string {
  const [first = '', ...rest] = name.split(/(?<=[a-z])(?=[A-Z])/u);
  return [first, ...rest.map((word) => (/^[A-Z]+$/u.test(word) ? word : word.toLowerCase()))].join(' ');
}
