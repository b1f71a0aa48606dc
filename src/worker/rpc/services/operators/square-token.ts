import { ok, refuse } from '../../../../domain/result';
import type { IAdminClient } from '../../../../gen/sh/admin_pb.client';
import { writes } from '../../audit';
import { signedIn, type Methods } from '../../method';
import { toTimestamp } from '../../present/time';

/** Square's merchant ids are letters, digits, - and _; a longer text is no merchant id. */
const MERCHANT_ID = /^[A-Za-z0-9_-]{1,64}$/u;

/** What is known of a Square token. Its values are masked, unless the installation allows showing them. */
export const squareTokenMethods: Pick<Methods<IAdminClient>, 'adminGetSquareAuthToken'> = {
  adminGetSquareAuthToken: signedIn('operator', writes('merchant_id'), async ({ session, ports }, { merchantId, refresh }) => {
    if (session.impersonator !== null) return refuse('permission_denied', 'Tokens cannot be viewed while impersonating.');
    if (merchantId === '') return refuse('invalid_argument', 'merchant_id is missing.');
    if (!MERCHANT_ID.test(merchantId)) return refuse('invalid_argument', 'merchant_id must be the id of a Square merchant.');
    const customer = await ports.operators.customerOf('square', merchantId);
    if (customer === null) return refuse('not_found', `No account belongs to ${merchantId}.`);
    const token = await ports.account(customer.id).squareToken({ refresh, reveal: ports.operators.allowTokenReveal });
    if (!token.ok) return token;
    const { accessToken, refreshToken, scopes, expiresAt } = token.value;
    return ok({ accessToken, refreshToken, scopes: [...scopes], tokenType: 'bearer', expiresAt: toTimestamp(expiresAt) });
  }),
};
