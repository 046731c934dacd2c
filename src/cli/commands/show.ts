import { textValues } from '../../model/draft/recordText.ts';
import { fieldKinds } from '../../model/form/fieldKind.ts';
import { pathKey } from '../../model/form/fieldPath.ts';
import { type FormValue, isEmpty, scalarText, valueAt } from '../../model/form/fieldValue.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import { type RecordForm, recordTitle } from '../../model/form/recordForm.ts';
import { withoutSecrets } from '../../model/form/secrets.ts';
import { shownAt, shownBeside } from '../../model/form/shownValue.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { command } from '../command.ts';
import { exitCodes } from '../exitCodes.ts';
import { connectionOptions, inSession } from '../session.ts';
import { columns } from '../terminal.ts';
import { controllerNamed } from './list.ts';

export const show = command({
  operands: 'CONTROLLER ID',
  about: 'Shows the fields of a record, except passwords and other secrets.',
  options: connectionOptions,
  examples: ['recordbench show crm/leads 17 --url https://records.example.com'],
  run: (given, [controller = '', id = ''], context) =>
    inSession(given, context, async ({ connection, clients }) => {
      const name = controllerNamed(controller);
      const client = await clients.get(connection.id);
      const form = await client.open(name, id, context.signal);
      const fields = fieldEntries(form, withoutSecrets(form, textValues(form), client.isSecret));
      return {
        exit: exitCodes.done,
        document: {
          controller: name,
          id: form.id,
          name: form.name,
          isDeleted: form.isDeleted,
          isEditable: form.isEditable ?? null,
          isDeletable: form.isDeletable ?? null,
          fields,
        },
        lines: [
          `${name} ${form.id ?? id}: ${recordTitle(form)}${form.isDeleted ? ' (deleted)' : ''}`,
          ...columns(fields.map((one) => [one.label, one.text ?? ''])),
        ],
      };
    }),
});

/** Labels of references and choices; everything else in the service's notation, which is the same on every computer. */
function shownText(form: RecordForm, { at, kind }: RecordField, value: FormValue): string {
  const shown = fieldKinds[kind].hasChoices || kind === 'boolean' ? shownAt(form, at, kind) : shownBeside(form, at);
  return shown ?? scalarText(value) ?? JSON.stringify(value);
}

function fieldEntries(form: RecordForm, values: JsonObject) {
  const isShown = ({ kind }: RecordField): boolean => !fieldKinds[kind].isHidden;
  return [...form.fields, ...form.otherFields].filter(isShown).flatMap((field) => {
    const value = valueAt(values, field.at);
    if (value === undefined) return [];
    return {
      field: pathKey(field.at),
      label: field.label,
      kind: field.kind,
      mayEdit: field.permission.editable,
      value: value as JsonValue,
      text: isEmpty(value) ? null : shownText(form, field, value),
    };
  });
}
