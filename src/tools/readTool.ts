import { t } from '@vscode/l10n';
import { readableValue } from '../model/form/shownValue.ts';
import { UserError } from '../platform/errorReporter.ts';
import type { Tool } from '../platform/ui/views.ts';
import { toolAnswer } from './toolAnswer.ts';
import { inputConnection, inputController, abortSignalOf, inputText } from './toolInput.ts';
import type { ToolDeps } from './toolDeps.ts';

/** One record with all its fields, as a person would read it. */
export const readTool = ({ connections, clients }: ToolDeps): Tool => ({
  prepareInvocation: ({ input }) => ({
    invocationMessage: t(
      'Reading {0} {1}',
      inputText(input, 'controller') ?? t('the record'),
      inputText(input, 'id') ?? '',
    ),
  }),
  invoke: async ({ input }, token) => {
    const [controller, id] = [inputController(input), inputText(input, 'id')];
    if (!controller || id === undefined) throw new UserError(t('Name the controller, such as crm/leads, and the id.'));
    const connection = inputConnection(input, connections);
    const form = await (await clients.get(connection.id)).form(controller, 'view', id, abortSignalOf(token));
    const about = {
      connection: connection.id,
      controller,
      id: form.id ?? id,
      name: form.name,
      ...(form.isDeleted && { isDeleted: true }),
      ...(form.isEditable !== undefined && { isEditable: form.isEditable && !connection.readOnly }),
    };
    const fields = [...form.fields, ...form.otherFields]
      .filter(({ kind }) => kind !== 'password' && kind !== 'hidden')
      .map((field) => ({ name: field.at.join('.'), label: field.label, value: readableValue(form, field) }))
      .filter(({ value }) => value !== '');
    return toolAnswer(about, 'fields', fields);
  },
});
