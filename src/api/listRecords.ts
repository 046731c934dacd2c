import { t } from '@vscode/l10n';
import { type ControllerName, controllerText } from '../model/controller.ts';
import type { RecordPage } from '../model/list/recordPage.ts';
import type { RecordQuery } from '../model/list/recordQuery.ts';
import type { PageAnswer } from './list/pageInAnswer.ts';
import { readPage } from './list/readPage.ts';
import type { ServiceLink } from './http/serviceLink.ts';

/** Part 1 of the interface: one page of a controller's records. */
export async function listRecords(
  link: ServiceLink,
  controller: ControllerName,
  query: RecordQuery,
  signal?: AbortSignal,
): Promise<RecordPage> {
  const doing = t('list the records of {0}', controllerText(controller));
  const { answer } = await link.read(controller, 'index', { doing, query: indexParameters(query), signal });
  const page = readPage(answer, query, { doing, stage: 'read' });
  link.deniedDeletes.note(controller, page.rows);
  return page;
}

/** The same, as it came: `pageInAnswer` understands it, in another thread if need be. */
export async function fetchRecords(
  link: ServiceLink,
  controller: ControllerName,
  query: RecordQuery,
  signal?: AbortSignal,
): Promise<PageAnswer> {
  const doing = t('list the records of {0}', controllerText(controller));
  const { status, header, pieces } = await link.fetch(controller, 'index', {
    doing,
    query: indexParameters(query),
    signal,
  });
  return { status, contentType: header('content-type'), pieces };
}

/** Only what was asked for: a parameter that is left out leaves the choice to the service. */
export function indexParameters(query: RecordQuery): [string, string][] {
  return given([
    ['current_listview', query.listView],
    ['page', query.page?.toString()],
    ['limit', query.limit?.toString()],
    ['sort', query.sort?.columnName],
    ['dir', query.sort?.direction],
    ['search_basic', query.search],
    ['q', query.q === undefined ? undefined : JSON.stringify(query.q)],
  ]);
}

export function given(parameters: readonly (readonly [string, string | undefined])[]): [string, string][] {
  return parameters.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as [string, string]],
  );
}
