import { t } from '@vscode/l10n';
import type { ControllerName } from '../model/controller.ts';
import type { Identity } from '../model/identity.ts';
import { unreadable } from './http/failures.ts';
import { readIdentity } from './readIdentity.ts';
import type { ServiceLink } from './http/serviceLink.ts';
import { text } from './tolerant.ts';

const users: ControllerName = { module: 'access_controls', controller: 'users' };

/** Foreign HTML: it must be sanitized before anyone shows it. */
export interface License {
  readonly html: string;
  readonly identity: Identity;
}

/** Part 8 of the interface. */
export async function license(link: ServiceLink, signal?: AbortSignal): Promise<License> {
  const doing = t('read the license agreement');
  const { answer } = await link.read(users, 'license_agreement', { doing, signal });
  // null as well as an empty text: the service has a license without words
  const html = answer['license_agreement'] === null ? '' : text(answer['license_agreement']);
  if (html === undefined) throw unreadable({ doing, stage: 'read' }, t('its text (“license_agreement”) is not there'));
  return { html, identity: readIdentity(answer) };
}
