import { httpStatus, type TwirpCode } from '../../src/worker/rpc/twirp-error';

const WHEN: readonly (readonly [code: TwirpCode, when: string])[] = [
  ['bad_route', 'no such service or method, another verb than POST, or another Content-Type than the two'],
  ['unauthenticated', 'no session, or one that has ended'],
  ['permission_denied', 'no subscription, no operator, another site’s page, or something that nobody does in another’s name'],
  ['malformed', 'the body cannot be read: cut short, not UTF-8, of another shape, or above 1,000,000 bytes'],
  ['invalid_argument', 'a field’s value makes no sense; the message names the field'],
  ['not_found', 'no such thing in this account; somebody else’s ids are answered so as well'],
  ['already_exists', 'the same thing is there'],
  ['failed_precondition', 'a rule of the product is in the way: not connected, not paired, already subscribed, …'],
  ['aborted', 'the header `X-Account-Id` names another account than the session is in by now'],
  ['resource_exhausted', 'too many calls of one session within a minute; wait a moment'],
  ['unavailable', 'a platform or a store does not answer now; nothing was changed, try again'],
  ['internal', 'a fault of ours; the message’s `meta.reference` finds it in the log'],
];

/** The text before the services. */
export const INTRODUCTION = `# The API

Written by \`npm run gen\` from the comments of \`proto/\` and the Worker’s own tables; not to be edited by hand. Every call below is tried by
a test against a started app. Who may call what, tried for six kinds of caller, is in [access.md](access.md).

The protocol is [Twirp](https://twitchtv.github.io/twirp/docs/spec_v7.html), version 7: any Twirp client in any language works. A call is
\`POST {origin}/rpc/{service}/{Method}\` with the session’s cookie. The body is JSON (\`Content-Type: application/json\`) or protobuf
(\`application/protobuf\`); the answer comes in the same kind, whatever the Accept header says. Parameters of the Content-Type do not matter.

- In JSON fields have the names of this page; the request’s may also be written in camelCase. Unknown fields are read past. Every field is
  written, also where it holds its default value; an unset message is \`null\`; only a field marked _optional_ is left out where it is not known.
- An \`int64\` is text in JSON. NaN and Infinity are refused. Texts are Unicode: a lone surrogate or a byte that is not UTF-8 is malformed.
- An empty protobuf body is a message with nothing set. An empty JSON body is malformed: send \`{}\`.
- Ids of accounts and location pairs are positive integers as text. Shopify’s ids are answered as whole GIDs and taken as GIDs or numbers.
- Times are RFC 3339 in UTC; '' means that there is none.
- A request from a page of another site is refused. Callers other than browsers need no Origin header.
- A page may send the account that it shows in the header \`X-Account-Id\`. It is refused once its session belongs to another account:
  another window has signed in again, or has started or ended an impersonation.
- Up to 12 calls that change nothing may be made in one: \`POST {origin}/rpc/batch\` with a JSON list such as
  \`[{"method": "sh.Account/GetAccountStatus", "input": {}}]\` is answered with \`{"account_id": …, "answers": [{"status": 200, "body": …}]}\`:
  the account of the session, and each call's answer as if it had been made alone. The first is answered before the others start.

A refusal is JSON in both cases, \`{"code": …, "msg": …, "meta": {"reference": …}}\`, with the code’s HTTP status. A refused call has
changed nothing. Any method may return \`resource_exhausted\`, \`internal\` and, where it is not public, \`aborted\`; the others are listed with each method, in the order in which they
are checked.

| code | status | when |
| --- | --- | --- |
${WHEN.map(([code, when]) => `| \`${code}\` | ${httpStatus(code)} | ${when} |`).join('\n')}
`;

const json = (path: string, body: string): string =>
  `curl -sS -b merchant.txt http://localhost:8788/rpc/${path} -H 'content-type: application/json' -d '${body}'`;

const text = (name: string): string => String.raw`sed 's/.*"${name}":"\([^"]*\)".*/\1/'`;

const browse = (who: string, address: string): string => `curl -sS -L -o /dev/null -b ${who}.txt -c ${who}.txt ${address}`;

/** Shows how to get a session and ids with curl alone, against the sandbox. */
export const BEGINNING = `## With curl

Against a fresh \`npm start\`. Signing in is no call but a walk over the platform’s consent page; the sandbox is told to agree to everything,
and curl keeps the cookie.

\`\`\`sh
curl -sS -X PUT http://localhost:8789/control/config -H 'content-type: application/json' -d '{"autoApprove":true,"squareSeller":"MLDEMO"}'
${browse('merchant', "'http://localhost:8787/shopify/oauthRequest?shop=demo'")}
${browse('merchant', 'http://localhost:8787/square/oauthRequest')}
${json('sh.Locations/SyncLocations', '{"id":"shopify"}')}
${json('sh.Locations/SyncLocations', '{"id":"square"}')}
${json('sh.Locations/SaveSyncedLocation', '{"location_id_shopify":"gid://shopify/Location/62001000001","location_id_square":"LDEMO01"}')}
${browse('merchant', `"$(${json('sh.Subscriptions/CreateSubscription', '{"is_test":true}')} | ${text('redirect_url')})"`)}
${browse('operator', "'http://localhost:8787/shopify/oauthRequest?shop=operator'")}
${browse('impersonator', "'http://localhost:8787/shopify/oauthRequest?shop=operator'")}
${json('sh.Session/ImpersonateDomain', '{"domain":"demo"}').replace('merchant.txt', 'impersonator.txt')}
\`\`\`

That signed \`demo\` in, connected Square, read and chose the locations, which starts both first snapshots, and subscribed; and signed an
operator in twice, the second time to act as the merchant. A few seconds later the snapshots are complete. The sandbox generates new
Square ids each time; these lines keep those that the calls below use, with the status secret of this start:

\`\`\`sh
SQUARE_VARIATION=$(${json('sh.Inventory/GetInventory', '{"query":"TEE-HRB-M"}')} | ${text('square_id')})
SQUARE_ITEM=$(${json('sh.Variants/GetSyncableProductVariants', '{"source":"shopify","product_id":"7100000000001"}')} | ${text('product_id')})
SUBSCRIPTION=$(${json('sh.Subscriptions/GetSubscription', '{}')} | ${text('shopify_subscription_id')})
RECEIPT=$(${json('sh.Admin/AdminGetWebhookPayloads', '{"account_id":"1","limit":1}').replace('merchant.txt', 'operator.txt')} | ${text('id')})
STATUS_SECRET=$(sed -n 's/^STATUS_SECRET="\\(.*\\)"$/\\1/p' .data/.dev.vars)
\`\`\`

The same in protobuf; an empty body is an empty message:

\`\`\`sh
curl -sS -b merchant.txt http://localhost:8788/rpc/sh.Session/GetSessionData -H 'content-type: application/protobuf' --data-binary '' | od -c
\`\`\`
`;
