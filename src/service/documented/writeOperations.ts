import { t } from '@vscode/l10n';
import { type ControllerName, moduleOf, shortName } from '../../model/controller.ts';
import { ServiceError, type ServiceMessage } from '../../model/errors.ts';
import type { FieldPath } from '../../model/form/fieldPath.ts';
import { type FormValues, scalarText, valueAt } from '../../model/form/fieldValue.ts';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { SaveResult, WriteResult, BulkResult } from '../../model/form/saveResult.ts';
import type { SubmitAction } from '../../model/form/submitAction.ts';
import { unsentChange } from '../../model/draft/whyNotSent.ts';
import { multipart, type FormDataEntry } from './http/multipart.ts';
import { actionEntry, fieldEntries, saveEntries } from './form/saveBody.ts';
import type { Reply } from './http/understandAnswer.ts';
import type { SaveSending, Sending, UniformChange } from '../recordService.ts';
import type { ServiceLink } from './http/serviceLink.ts';
import { firstOf, asObject, nonBlank } from './tolerant.ts';
import type { BulkEndpoint } from '../../model/connection/connection.ts';
import { openForm } from './readOperations.ts';
import { readServiceErrors } from './readServiceMessages.ts';

/** Adds the record or saves its changes (part 4 of the interface). Sent once, never retried. */
export async function saveRecord(
  link: ServiceLink,
  form: RecordForm,
  values: FormValues,
  action: SubmitAction,
  { clears, ...sending }: SaveSending = {},
): Promise<SaveResult> {
  const isNew = form.operation === 'add' || form.id === null;
  const doing = isNew
    ? t('add the {0}', form.singular)
    : t('save {0}', form.name || t('record {0} of {1}', form.id ?? '', form.controller));
  const unsent = unsentChange(form, values);
  if (unsent !== undefined) throw new ServiceError('notAllowed', { doing, why: unsent });
  for (const { at, kind } of form.fields) if (kind === 'password') link.learn(scalarText(valueAt(values, at)));
  const passwords = form.fields.flatMap(({ kind, path }) => (kind === 'password' ? (path.at(-1) ?? []) : []));
  const options = { ...link.choices, ...(clears && { clears }) };
  const body = multipart(saveEntries(form, values, action, options), new Set(passwords));
  const kind = isNew ? 'add' : 'edit';
  const areAboutFields = (errors: readonly ServiceMessage[]): boolean =>
    errors.every(({ field }) => hasField(form, field));
  const judge = isNew ? { createdIn: (reply: NamingReply) => createdIn(reply, form) } : { areAboutFields };
  const reply = await link.requestWrite(form.controller, kind, {
    doing,
    kind,
    method: 'POST',
    body,
    ...sending,
    ...judge,
  });
  return { id: form.id ?? createdIn(reply, form)?.id, messages: reply.messages };
}

/** Matches `leads.city` and `city`, with or without a rule name at the end. */
function hasField({ fields }: RecordForm, named: FieldPath = []): boolean {
  const begins = (path: FieldPath): boolean =>
    path.length > 0 && path.every((segment, index) => segment === named[index]);
  return fields.some(({ path, at }) => begins(path) || begins(at));
}

type NamingReply = Pick<Reply, 'answer' | 'url'>;

/** The id of the added record: at the top level, in the record, or in the URL of the redirect. */
function createdIn({ answer, url }: NamingReply, form: RecordForm): { readonly id?: string | undefined } | undefined {
  const data = asObject(answer['data']);
  const named = [form.root, form.alias, shortName(form.controller)].map((name) => alone(data[name])).filter(isObject);
  // the response may also include other records, such as the owner, whose id would open the wrong record
  const others = named.length === 0 ? Object.values(data).map(alone).filter(isObject) : [];
  const only = others.length === 1 ? others : [];
  const ids = [answer, ...named, data, ...only].map((holder) => idIn(holder, form));
  const added = firstOf(answer, 'record_id', 'insert_id', 'inserted_id', 'last_insert_id', 'new_id');
  const id =
    ids.find((found) => found !== undefined) ??
    realId(nonBlank(added)) ??
    realId(nonBlank(url.searchParams.get('id'))) ??
    realId(idAt(url, form.controller));
  if (id !== undefined) return { id };
  return others.some((holder) => idIn(holder, form) !== undefined) ? {} : undefined;
}

/** Unwraps a list with a single item. */
function alone(value: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** The id in `/crm/leads/view/42` or `/crm/leads/42`. */
function idAt({ pathname }: URL, controller: ControllerName): string | undefined {
  const [, operation, part] = /\/(\w+?)(?:\.json)?\/([^/]+?)(?:\.json)?\/?$/.exec(pathname) ?? [];
  if (operation === undefined || ![shortName(controller), 'view', 'edit'].includes(operation)) return undefined;
  if (part === undefined || /^(view|edit|add|index|delete|signup)$/.test(part)) return undefined;
  try {
    return nonBlank(decodeURIComponent(part));
  } catch {
    return undefined;
  }
}

function idIn(holder: JsonObject, form: RecordForm): string | undefined {
  const keys = [form.primaryKey, form.primaryKey?.split('.').at(-1), 'id', `${form.alias}.id`];
  for (const key of keys) {
    const id = key !== undefined && Object.hasOwn(holder, key) ? nonBlank(holder[key]) : undefined;
    if (realId(id) !== undefined) return id;
  }
  return undefined;
}

/** An add that failed silently may return a null id. */
function realId(id: string | undefined): string | undefined {
  return id === '0' || id === 'null' ? undefined : id;
}

/**
 * Deletes a record (part 5 of the interface). The interface shows both methods, so the connection chooses; `override`
 * is never sent.
 */
export async function deleteRecord(
  link: ServiceLink,
  controller: ControllerName,
  id: string,
  name = t('record {0} of {1}', id, controller),
  sending: Sending = {},
): Promise<WriteResult> {
  const send = async (method: 'GET' | 'POST'): Promise<WriteResult> => {
    const doing = t('delete {0}', name);
    const query: [string, string][] = [
      ['id', id],
      ['is_confirm', '1'],
    ];
    const call = { doing, kind: 'delete', method, query, ...sending } as const;
    const { messages } = await link.requestWrite(controller, 'delete', call);
    return { messages };
  };
  const { deleteMethod } = link.choices;
  if (deleteMethod === 'get' || (deleteMethod === 'auto' && link.deletesByGet)) return send('GET');
  try {
    return await send('POST');
  } catch (error) {
    if (deleteMethod !== 'auto' || !saysUnknownMethod(error)) throw error;
    // not found may mean that the record is now deleted
    const isThere = async (): Promise<boolean> =>
      !(await openForm(link, controller, 'view', id, sending.signal)).isDeleted;
    if (error instanceof ServiceError && error.code === 'notFound' && !(await isThere().catch(() => false)))
      throw error;
    const result = await send('GET').catch((second: unknown) => {
      // the service knows neither method, so report the first error: it is about the record, not the method
      throw saysUnknownMethod(second) ? error : second;
    });
    link.deletesByGet = true;
    return result;
  }
}

function saysUnknownMethod(error: unknown): boolean {
  return error instanceof ServiceError && error.effect === 'refused' && [404, 405, 501].includes(error.status ?? 0);
}

/**
 * Bulk edit (part 6 of the interface). The interface doesn't document the parameters or responses of either bulk
 * endpoint, so they are used only if the connection configures them.
 */
export async function bulkEdit(
  link: ServiceLink,
  controller: ControllerName,
  ids: readonly string[],
  { form, values, fields }: UniformChange,
  action: SubmitAction,
  sending: Sending = {},
): Promise<BulkResult> {
  const doing = t('edit {0} records of {1}', ids.length, controller);
  const endpoint = configured(link.choices.bulkEdit, doing);
  const { emptyValue } = link.choices;
  const changes = fieldEntries(form, values, fields, { emptyValue });
  const entries: FormDataEntry[] = [...changes, ['data[normalized]', '1'], actionEntry(action)];
  return run(link, controller, endpoint, 'edit', ids, entries, doing, sending);
}

export async function bulkDelete(
  link: ServiceLink,
  controller: ControllerName,
  ids: readonly string[],
  sending: Sending = {},
): Promise<BulkResult> {
  const doing = t('delete {0} records of {1}', ids.length, controller);
  const endpoint = configured(link.choices.bulkDelete, doing);
  return run(link, controller, endpoint, 'delete', ids, [['is_confirm', '1']], doing, sending);
}

function configured(endpoint: BulkEndpoint | undefined, doing: string): BulkEndpoint {
  if (endpoint) return endpoint;
  const why = t('this connection has no bulk endpoint');
  throw new ServiceError('refused', {
    doing,
    why,
    remedy: t('Process the records one at a time, or set the endpoint in the connection.'),
  });
}

async function run(
  link: ServiceLink,
  controller: ControllerName,
  endpoint: BulkEndpoint,
  kind: 'edit' | 'delete',
  ids: readonly string[],
  further: readonly FormDataEntry[],
  doing: string,
  sending: Sending,
): Promise<BulkResult> {
  const path = endpoint.path
    .replaceAll('{module}', encodeURIComponent(moduleOf(controller)))
    .replaceAll('{controller}', encodeURIComponent(shortName(controller)));
  const isTorn = endpoint.idsAs === 'comma' && ids.some((id) => id.includes(','));
  if (isTorn)
    throw new ServiceError('refused', {
      doing,
      why: t('an id contains a comma, and this connection sends ids as a comma-separated list'),
      remedy: t('Process the records one at a time, or change how ids are sent in the connection.'),
    });
  const idEntries: [string, string][] =
    endpoint.idsAs === 'comma' ? [[endpoint.ids, ids.join(',')]] : ids.map((id) => [endpoint.ids, id]);
  const asked = new Set(ids);
  const call = { doing, kind, ...sending, isPartial: (answer: JsonObject) => refusedIn(answer, asked).size > 0 };
  const reply =
    endpoint.method === 'post'
      ? await link.writeTo(path, { ...call, method: 'POST', body: multipart([...idEntries, ...further]) })
      : await link.writeTo(path, { ...call, method: 'GET', query: [...idEntries, ...textOnly(further)] });
  const refused = [...refusedIn(reply.answer, asked)].map(([id, why]): [string, string] => [id, link.redact(why)]);
  return { messages: reply.messages, refused: new Map(refused) };
}

function textOnly(entries: readonly FormDataEntry[]): [string, string][] {
  return entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value] as [string, string]] : []));
}

const maxDepth = 4;

/** Finds records that have their own errors, keyed by id or as entries with an `id`. */
function refusedIn(answer: JsonObject, ids: ReadonlySet<string>): Map<string, string> {
  const refused = new Map<string, string>();
  const addRefusal = (id: string | undefined, errors: JsonValue | undefined): void => {
    if (id === undefined || !ids.has(id) || refused.has(id)) return;
    const { kind, messages } = readServiceErrors(errors);
    if (kind === 'some') refused.set(id, messages[0]?.text ?? t('The service refused it without giving a reason.'));
  };
  const visit = (holder: JsonValue, level: number, isError: boolean): void => {
    if (typeof holder !== 'object' || holder === null || level > maxDepth) return;
    if (isObject(holder))
      addRefusal(nonBlank(holder['id']), isError ? [holder] : (holder['errors'] ?? holder['error']));
    for (const [key, item] of Object.entries(holder)) {
      // an array index isn't an id
      if (isObject(holder))
        addRefusal(key, isError ? item : isObject(item) ? (item['errors'] ?? item['error']) : undefined);
      visit(item, level + 1, isError);
    }
  };
  for (const [key, item] of Object.entries(answer)) visit(item, 1, key === 'errors');
  return refused;
}
