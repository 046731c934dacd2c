import type { Identity } from '../../model/identity.ts';
import type { JsonObject } from '../../model/json.ts';
import { firstOf, nonBlank } from './tolerant.ts';

/** Part 9 of the interface defines no request, but most responses include the user and the organization. */
export function readIdentity(answer: JsonObject): Identity {
  const userId = nonBlank(firstOf(answer, 'user_id'));
  const userName = nonBlank(firstOf(answer, 'user_fullname', 'user_full_name'));
  const organizationId = nonBlank(firstOf(answer, 'organization_id', 'organisation_id'));
  const organizationName = nonBlank(firstOf(answer, 'organization_name', 'organisation_name'));
  return {
    ...(userId === undefined ? {} : { userId }),
    ...(userName === undefined ? {} : { userName }),
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(organizationName === undefined ? {} : { organizationName }),
  };
}
