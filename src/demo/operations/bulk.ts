import type { JsonObject } from '../../model/json.ts';
import type { Row } from '../database/store.ts';
import { entryJson, Problem } from '../failures.ts';
import type { Exchange, Service } from '../http/exchange.ts';
import { markDeleted, requireConfirmation } from './deleteRecord.ts';
import { editRecord, refusal } from './save.ts';
import { isIdList, readSubmission } from './submission.ts';

const mostAtOnce = 1000;

/** Each record is saved for itself: those that can be are, and the answer tells for each id what became of it. */
export function editSelected(service: Service, exchange: Exchange): JsonObject {
  const { controller, user, body } = exchange;
  const submission = readSubmission(controller, body);
  return outcomes(exchange, idsOf(exchange), 'saved', (id) => editRecord(service, controller, user, id, submission));
}

export function deleteSelected(service: Service, exchange: Exchange): JsonObject {
  requireConfirmation(exchange.query);
  return outcomes(exchange, idsOf(exchange), 'deleted', (id) =>
    markDeleted(service, exchange.controller, exchange.user, id),
  );
}

function idsOf({ query, body }: Exchange): string[] {
  const inBody = body.filter(({ key }) => isIdList(key)).map(({ value }) => (typeof value === 'string' ? value : ''));
  const inQuery = [...query].filter(([key]) => isIdList(key)).map(([, value]) => value);
  const ids = [...new Set([...inBody, ...inQuery])];
  if (ids.length === 0) throw refusal('missing_ids', 'No record was named: ids[] is missing.');
  if (ids.length > mostAtOnce)
    throw refusal('too_many_ids', `At most ${mostAtOnce} records can be changed at once; ${ids.length} were named.`);
  return ids;
}

function outcomes(
  { controller }: Exchange,
  ids: readonly string[],
  done: 'saved' | 'deleted',
  work: (id: string) => Row,
): JsonObject {
  const errors: JsonObject[] = [];
  const results = ids.map((id): JsonObject => {
    try {
      return { id, status: done, revision: String(work(id)['revision']), errors: [] };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const own = error.entries.map(entryJson);
      errors.push(...own.map((entry) => ({ ...entry, id })));
      return { id, status: 'refused', revision: null, errors: own };
    }
  });
  return { data: { [controller.name]: results }, errors };
}
