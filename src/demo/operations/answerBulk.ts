import type { JsonObject } from '../../model/json.ts';
import type { Row } from '../database/store.ts';
import { entryJson, RequestProblem } from '../problems.ts';
import type { AuthenticatedRequest, Service } from '../http/operation.ts';
import { deleteRow, requireConfirmation } from './answerDelete.ts';
import { editRecord, refused } from './answerSave.ts';
import { isIdList, readSavedForm } from './submission.ts';

const maxAtOnce = 1000;

/** Saves each record independently and reports the result per id. */
export function answerEditSelected(service: Service, exchange: AuthenticatedRequest): JsonObject {
  const { controller, user, body } = exchange;
  const submission = readSavedForm(controller, body);
  return outcomes(exchange, idsOf(exchange), 'saved', (id) => editRecord(service, controller, user, id, submission));
}

export function answerDeleteSelected(service: Service, exchange: AuthenticatedRequest): JsonObject {
  requireConfirmation(exchange.query);
  return outcomes(exchange, idsOf(exchange), 'deleted', (id) =>
    deleteRow(service, exchange.controller, exchange.user, id),
  );
}

function idsOf({ query, body }: AuthenticatedRequest): string[] {
  const inBody = body.filter(({ key }) => isIdList(key)).map(({ value }) => (typeof value === 'string' ? value : ''));
  const inQuery = [...query].filter(([key]) => isIdList(key)).map(([, value]) => value);
  const ids = [...new Set([...inBody, ...inQuery])];
  if (ids.length === 0) throw refused('missing_ids', 'No record was named: ids[] is missing.');
  if (ids.length > maxAtOnce)
    throw refused('too_many_ids', `At most ${maxAtOnce} records can be changed at once; ${ids.length} were named.`);
  return ids;
}

function outcomes(
  { controller }: AuthenticatedRequest,
  ids: readonly string[],
  done: 'saved' | 'deleted',
  work: (id: string) => Row,
): JsonObject {
  const errors: JsonObject[] = [];
  const results = ids.map((id): JsonObject => {
    try {
      return { id, status: done, revision: String(work(id)['revision']), errors: [] };
    } catch (error) {
      if (!(error instanceof RequestProblem)) throw error;
      const own = error.entries.map(entryJson);
      errors.push(...own.map((entry) => ({ ...entry, id })));
      return { id, status: 'refused', revision: null, errors: own };
    }
  });
  return { data: { [controller.name]: results }, errors };
}
