import { t } from '@vscode/l10n';
import type { ControllerName } from '../model/controller.ts';
import { isSecretField, withoutSecrets } from '../model/form/secrets.ts';
import { withoutSecretNames } from '../model/secretNames.ts';
import { readableValue } from '../model/form/shownValue.ts';
import { formRights, whyNotAllowed } from '../model/writePermission.ts';
import { UserError } from '../platform/errorReporter.ts';
import type { RecordTool } from './recordTool.ts';
import { inputConnection, inputController, inputText } from './toolInput.ts';
import type { ToolDeps } from './toolDeps.ts';
import { fieldKinds } from '../model/form/fieldKind.ts';

/** One record with all its fields, as display values. */
export const tool = ({ connections, clients }: ToolDeps): RecordTool => ({
  doing: (input) =>
    t('Reading {0} {1}', inputText(input, 'controller') ?? t('the record'), inputText(input, 'id') ?? ''),
  connections: (input) => {
    readRequest(input);
    return [inputConnection(input, connections)];
  },
  run: async (input, signal) => {
    const { controller, id } = readRequest(input);
    const connection = inputConnection(input, connections);
    const client = await clients.get(connection.id);
    const form = await client.form(controller, 'view', id, signal);
    // the form was requested for viewing, so its permission numbers don't apply to editing
    const rights = { ...formRights(form), canEdit: form.isEditable };
    const about = {
      connection: connection.id,
      controller,
      id: form.id ?? id,
      name: form.name,
      ...(form.isDeleted && { isDeleted: true }),
      ...(form.isEditable !== undefined && { isEditable: whyNotAllowed('edit', connection, rights) === undefined }),
      ...(form.isDeletable !== undefined && { isDeletable: whyNotAllowed('delete', connection, rights) === undefined }),
    };
    const safe = {
      ...form,
      values: withoutSecrets(form, form.values, client.isSecret),
      data: withoutSecretNames(form.data, client.isSecret),
    };
    const fields = [...form.fields, ...form.otherFields]
      .filter((field) => !fieldKinds[field.kind].isHidden && !isSecretField(field))
      .map((field) => ({ name: field.at.join('.'), label: field.label, value: readableValue(safe, field) }))
      .filter(({ value }) => value !== '');
    return { about, list: 'fields', entries: fields, source: `one record of ${controller}` };
  },
});

function readRequest(input: unknown): { controller: ControllerName; id: string } {
  const [controller, id] = [inputController(input), inputText(input, 'id')];
  if (!controller || id === undefined) throw new UserError(t('Specify the controller, such as crm/leads, and the id.'));
  return { controller, id };
}
