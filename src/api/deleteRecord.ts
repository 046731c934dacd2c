import { t } from '@vscode/l10n';
import { type ControllerName, controllerText } from '../model/controller.ts';
import { ServiceError } from '../model/errors.ts';
import type { WriteResult } from '../model/form/saveResult.ts';
import type { ServiceLink } from './http/serviceLink.ts';

/** Part 5 of the interface. It shows both methods, so the connection chooses; `override` is never sent. */
export async function deleteRecord(
  link: ServiceLink,
  controller: ControllerName,
  id: string,
  name = t('record {0} of {1}', id, controllerText(controller)),
  signal?: AbortSignal,
): Promise<WriteResult> {
  const send = async (method: 'GET' | 'POST'): Promise<WriteResult> => {
    const doing = t('delete {0}', name);
    const query: [string, string][] = [
      ['id', id],
      ['is_confirm', '1'],
    ];
    const { messages } = await link.write(controller, 'delete', { doing, method, query, signal });
    return { messages };
  };
  const { deleteMethod } = link.choices;
  if (deleteMethod === 'get' || (deleteMethod === 'auto' && link.deletesByGet)) return send('GET');
  try {
    return await send('POST');
  } catch (error) {
    if (deleteMethod !== 'auto' || !saysUnknownMethod(error)) throw error;
    const result = await send('GET').catch((second: unknown) => {
      // neither is known, so the first answer stands: it is about the record, not about the method
      throw saysUnknownMethod(second) ? error : second;
    });
    link.deletesByGet = true;
    return result;
  }
}

function saysUnknownMethod(error: unknown): boolean {
  return error instanceof ServiceError && error.effect === 'refused' && [404, 405, 501].includes(error.status ?? 0);
}
