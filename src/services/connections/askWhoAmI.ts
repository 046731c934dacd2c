import type { RecordService } from '../../service/recordService.ts';
import { type ControllerName, controllerName } from '../../model/controller.ts';
import type { Identity } from '../../model/identity.ts';
import { rolesIn, type WhoAmI } from '../../model/connection/whoAmI.ts';

const users: ControllerName = controllerName('access_controls', 'users');

type Asked = Pick<RecordService, 'organization' | 'signupInformation' | 'form'>;

/**
 * The service has no request for this, so the result is assembled from several responses. Each of them may fail; the
 * first failure counts only if nothing at all is known.
 */
export async function askWhoAmI(client: Asked, signal?: AbortSignal): Promise<WhoAmI> {
  const [organization, offer] = await Promise.allSettled([
    client.organization(signal),
    client.signupInformation(signal),
  ]);
  let identity: Identity = organization.status === 'fulfilled' ? organization.value : {};
  // the form for a new user names the requesting user
  const form = identity.userId === undefined ? await quietly(client.form(users, 'add', undefined, signal)) : undefined;
  identity = { ...identity, ...form?.identity };
  const { userId } = identity;
  const own = userId === undefined ? undefined : await quietly(client.form(users, 'view', userId, signal));
  identity = { ...identity, ...own?.identity };
  if (Object.keys(identity).length === 0 && organization.status === 'rejected') throw organization.reason;
  const provided = offer.status === 'fulfilled' ? offer.value : undefined;
  return {
    identity,
    roles: own ? rolesIn(own) : [],
    allowsPublicSignup: provided?.allowsPublicSignup,
    isMultiTenant: provided?.isMultiTenant,
  };
}

function quietly<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch(() => undefined);
}
