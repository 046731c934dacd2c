import { t } from '@vscode/l10n';
import type { ControllerName } from '../model/controller.ts';
import type { RecordField } from '../model/form/formElement.ts';
import { UserError } from '../platform/errorReporter.ts';
import type { ReferenceMatches } from '../protocol/formProtocol.ts';
import type { Clients } from '../services/connections/clients.ts';

type Client = Awaited<ReturnType<Clients['get']>>;

const most = 30;

/** Records that a reference may point at, by a part of their name. */
export async function lookUp(
  client: Client,
  field: Pick<RecordField, 'label' | 'reference'>,
  controller: ControllerName | undefined,
  text: string,
  signal: AbortSignal,
): Promise<ReferenceMatches> {
  if (!controller)
    throw new UserError(
      t('The service does not say where the records for “{0}” are. Enter an id as text.', field.label),
    );
  const search = text.trim();
  const page = await client.records(controller, { page: 1, limit: most, ...(search !== '' && { search }) }, signal);
  const records = page.rows.slice(0, most).flatMap(({ id, name, cells }) => {
    if (id === null) return [];
    const detail = cells.find((cell) => cell !== null && cell !== '' && cell !== name && cell !== id);
    return [{ id, text: name === '' ? id : name, ...(typeof detail === 'string' && { detail: detail.slice(0, 100) }) }];
  });
  const model = field.reference?.model;
  return {
    records,
    ...(model !== undefined && { model }),
    isCut: page.rows.length >= most && (page.total === undefined || page.total > records.length),
  };
}
