import type { Identity } from '../model/identity.ts';
import { license } from './license.ts';
import type { ServiceLink } from './http/serviceLink.ts';
import { signupInformation } from './signup.ts';

/**
 * Part 9 of the interface exists in name only. The license and the sign-up form carry the organization, and every
 * answer so far may have carried the user, so this is what can be known without inventing a request.
 */
export async function organization(link: ServiceLink, signal?: AbortSignal): Promise<Identity> {
  const asked = await Promise.allSettled([license(link, signal), signupInformation(link, signal)]);
  const failed = asked.find((outcome) => outcome.status === 'rejected');
  const isUnknown = Object.keys(link.identity).length === 0;
  if (failed && isUnknown && asked.every((outcome) => outcome.status === 'rejected')) throw failed.reason;
  return link.identity;
}
