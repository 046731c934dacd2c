import { t } from '@vscode/l10n';
import { type ControllerName, moduleOf, shortName } from '../../model/controller.ts';
import { controllersOfModel } from '../../model/controllersOfModel.ts';
import { ServiceError } from '../../model/errors.ts';
import type { ServiceLink } from './http/serviceLink.ts';
import { listListViews } from './listListViews.ts';

/** Refuses records of another controller: a cache or a proxy may mix answers up. */
export async function assertOwnAlias(
  link: ServiceLink,
  controller: ControllerName,
  alias: string | undefined,
): Promise<void> {
  if (alias === undefined || isAliasOf(alias, controller)) return;
  // a service may call its records anything, but not as it calls those of another controller
  link.controllers ??= listListViews(link, undefined, undefined, true).then(
    (views) => [...new Set(views.map((view) => view.controller))],
    () => [],
  );
  const known = await link.controllers;
  if (known.length > 0 && controllersOfModel(alias, known).length === 0) return;
  throw new ServiceError('unreadable', {
    doing: t('read {0}', controller),
    why: t('the service answered with “{0}” instead', alias),
    remedy: t('Try again, and look for a cache between here and the service when it stays so.'),
  });
}

/** `people`, `Peoples` and `crm_peoples` all mean `crm/peoples`. */
function isAliasOf(alias: string, controller: ControllerName): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return (
    controllersOfModel(alias, [controller]).length > 0 ||
    [shortName(controller), moduleOf(controller) + shortName(controller)].some((name) => plain(name) === plain(alias))
  );
}
