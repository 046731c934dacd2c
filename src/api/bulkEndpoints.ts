import { t } from '@vscode/l10n';
import type { BulkEndpoint } from '../model/connection/connection.ts';
import { type ControllerName, controllerText } from '../model/controller.ts';
import { ServiceError } from '../model/errors.ts';
import { isObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { BulkResult } from '../model/form/saveResult.ts';
import type { SubmitAction } from '../model/form/submitAction.ts';
import { type Entry, multipart } from './http/multipart.ts';
import { readServiceMessages } from './readServiceMessages.ts';
import { actionEntry } from './form/saveBody.ts';
import type { ServiceLink } from './http/serviceLink.ts';
import { nonBlank } from './tolerant.ts';

/** Part 6 of the interface: what these two take and answer is not shown, so the connection says it or they are not used. */
export async function bulkEdit(
  link: ServiceLink,
  controller: ControllerName,
  ids: readonly string[],
  changes: readonly Entry[],
  action: SubmitAction,
  signal?: AbortSignal,
): Promise<BulkResult> {
  const doing = t('edit {0} records of {1}', ids.length, controllerText(controller));
  const endpoint = configured(link.choices.bulkEdit, doing);
  const entries: Entry[] = [...changes, ['data[normalized]', '1'], actionEntry(action)];
  return run(link, controller, endpoint, ids, entries, doing, signal);
}

export async function bulkDelete(
  link: ServiceLink,
  controller: ControllerName,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<BulkResult> {
  const doing = t('delete {0} records of {1}', ids.length, controllerText(controller));
  return run(link, controller, configured(link.choices.bulkDelete, doing), ids, [['is_confirm', '1']], doing, signal);
}

function configured(endpoint: BulkEndpoint | undefined, doing: string): BulkEndpoint {
  if (endpoint) return endpoint;
  const why = t('this connection has no bulk endpoint');
  throw new ServiceError('refused', {
    doing,
    why,
    remedy: t('Work record by record, or set the endpoint in the connection.'),
  });
}

async function run(
  link: ServiceLink,
  controller: ControllerName,
  endpoint: BulkEndpoint,
  ids: readonly string[],
  further: readonly Entry[],
  doing: string,
  signal: AbortSignal | undefined,
): Promise<BulkResult> {
  const path = endpoint.path
    .replaceAll('{module}', encodeURIComponent(controller.module))
    .replaceAll('{controller}', encodeURIComponent(controller.controller));
  const idEntries: [string, string][] =
    endpoint.idsAs === 'comma' ? [[endpoint.ids, ids.join(',')]] : ids.map((id) => [endpoint.ids, id]);
  const asked = new Set(ids);
  const call = { doing, signal, isPartial: (answer: JsonObject) => refusedIn(answer, asked).size > 0 };
  const reply =
    endpoint.method === 'post'
      ? await link.writeTo(path, { ...call, method: 'POST', body: multipart([...idEntries, ...further]) })
      : await link.writeTo(path, { ...call, method: 'GET', query: [...idEntries, ...textOnly(further)] });
  return { messages: reply.messages, refused: refusedIn(reply.answer, asked) };
}

function textOnly(entries: readonly Entry[]): [string, string][] {
  return entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value] as [string, string]] : []));
}

const mostLevels = 4;

/** Looks for records by their id, as keys or as entries with an `id`, that come with errors of their own. */
function refusedIn(answer: JsonObject, ids: ReadonlySet<string>): Map<string, string> {
  const refused = new Map<string, string>();
  const note = (id: string | undefined, errors: JsonValue | undefined): void => {
    const [first] = readServiceMessages(errors);
    if (id !== undefined && ids.has(id) && first && !refused.has(id)) refused.set(id, first.text);
  };
  const visit = (place: JsonValue, level: number, isError: boolean): void => {
    if (typeof place !== 'object' || place === null || level > mostLevels) return;
    if (isObject(place)) note(nonBlank(place['id']), isError ? [place] : (place['errors'] ?? place['error']));
    for (const [key, part] of Object.entries(place)) {
      // the place in a list is nobody's id
      if (isObject(place)) note(key, isError ? part : isObject(part) ? (part['errors'] ?? part['error']) : undefined);
      visit(part, level + 1, isError);
    }
  };
  for (const [key, part] of Object.entries(answer)) visit(part, 1, key === 'errors');
  return refused;
}
