import { ok, refuse } from '../../../../domain/result';
import type { IAdminClient } from '../../../../gen/sh/admin_pb.client';
import { writes } from '../../audit';
import { signedIn, type Methods } from '../../method';
import { findOwner, MERCHANT_ID } from '../../operator/customers';
import { toTimestamp } from '../../present/time';

/** What is known of a Square token. Its values are masked, unless the installation allows showing them. */
export const squareTokenMethods: Pick<Methods<IAdminClient>, 'adminGetSquareAuthToken'> = {
  adminGetSquareAuthToken: signedIn('operator', writes('merchant_id'), async (call, { merchantId, refresh }) => {
    if (call.session.impersonator !== null) return refuse('permission_denied', 'Tokens cannot be viewed while impersonating.');
    if (merchantId === '') return refuse('invalid_argument', 'merchant_id is missing.');
    if (!MERCHANT_ID.test(merchantId)) return refuse('invalid_argument', 'merchant_id must be the id of a Square merchant.');
    const owner = await findOwner(call, 'square', merchantId);
    if (!owner.ok) return owner;
    const { account, config } = call.services;
    const token = await account(owner.value).squareToken({ refresh, reveal: config.allowTokenReveal });
    if (!token.ok) return token;
    const { accessToken, refreshToken, scopes, expiresAt } = token.value;
    return ok({ accessToken, refreshToken, scopes: [...scopes], tokenType: 'bearer', expiresAt: toTimestamp(expiresAt) });
  }),
};
