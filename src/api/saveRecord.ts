import { t } from '@vscode/l10n';
import { controllerText } from '../model/controller.ts';
import { ServiceError, type ServiceMessage } from '../model/errors.ts';
import type { FieldPath } from '../model/form/fieldPath.ts';
import type { FormValues } from '../model/form/fieldValue.ts';
import { isObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { RecordForm } from '../model/form/recordForm.ts';
import type { SaveResult } from '../model/form/saveResult.ts';
import type { SubmitAction } from '../model/form/submitAction.ts';
import { unsentChange } from '../model/draft/whyNotSent.ts';
import { multipart } from './http/multipart.ts';
import { saveEntries } from './form/saveBody.ts';
import type { Reply } from './http/understandAnswer.ts';
import type { ServiceLink } from './http/serviceLink.ts';
import { firstOf, object, nonBlank } from './tolerant.ts';

/** Part 4 of the interface: adds the record, or saves the changes to it. Sent once. */
export async function saveRecord(
  link: ServiceLink,
  form: RecordForm,
  values: FormValues,
  action: SubmitAction,
  signal?: AbortSignal,
): Promise<SaveResult> {
  const isNew = form.operation === 'add' || form.id === null;
  const doing = isNew
    ? t('add the {0}', form.singular)
    : t('save {0}', form.name || t('record {0} of {1}', form.id ?? '', controllerText(form.controller)));
  const unsent = unsentChange(form, values);
  if (unsent !== undefined) throw new ServiceError('notAllowed', { doing, why: unsent });
  const body = multipart(saveEntries(form, values, action, link.choices));
  // who names fields of this form has looked at them and taken none; any other name may be that of what broke
  const isRefusal = (errors: readonly ServiceMessage[]): boolean => errors.every(({ field }) => hasField(form, field));
  const call = { doing, method: 'POST', body, signal, isRefusal } as const;
  const reply = await link.write(form.controller, isNew ? 'add' : 'edit', call);
  return { id: form.id ?? idOf(reply, form), messages: reply.messages };
}

/** `leads.city` and `city`, with a rule's name behind or not. */
function hasField({ fields }: RecordForm, named: FieldPath = []): boolean {
  const begins = (path: FieldPath): boolean => path.length > 0 && path.every((part, place) => part === named[place]);
  return fields.some(({ path, at }) => begins(path) || begins(at));
}

/** The id of what was added, wherever the answer has it: on top, in the record, or in the address it sent us on to. */
function idOf(reply: Reply, form: RecordForm): string | undefined {
  const { answer, url } = reply;
  const data = object(answer['data']);
  const named = [form.root, form.alias, form.controller.controller].map((name) => alone(data[name])).filter(isObject);
  // beside the record may stand others, such as its owner: an id of theirs would open the wrong one
  const others = Object.values(data).filter(isObject);
  const only = named.length === 0 && others.length === 1 ? others : [];
  const ids = [answer, ...named, data, ...only].map((place) => idIn(place, form));
  const added = firstOf(answer, 'record_id', 'insert_id', 'inserted_id', 'last_insert_id', 'new_id');
  return (
    ids.find((id) => id !== undefined) ?? realId(nonBlank(added)) ?? nonBlank(url.searchParams.get('id')) ?? idAt(url)
  );
}

/** What is alone in a list. */
function alone(value: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** `/crm/leads/view/42`. */
function idAt({ pathname }: URL): string | undefined {
  const [, part] = /\/(?:view|edit)(?:\.json)?\/([^/]+?)(?:\.json)?\/?$/.exec(pathname) ?? [];
  try {
    return part === undefined ? undefined : nonBlank(decodeURIComponent(part));
  } catch {
    return undefined;
  }
}

function idIn(place: JsonObject, form: RecordForm): string | undefined {
  const keys = [form.primaryKey, form.primaryKey?.split('.').at(-1), 'id', `${form.alias}.id`];
  for (const key of keys) {
    const id = key !== undefined && Object.hasOwn(place, key) ? nonBlank(place[key]) : undefined;
    if (realId(id) !== undefined) return id;
  }
  return undefined;
}

/** An add that failed quietly may answer with the id of nothing. */
function realId(id: string | undefined): string | undefined {
  return id === '0' || id === 'null' ? undefined : id;
}
