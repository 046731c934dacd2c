import type { JsonObject } from '../../src/model/json.ts';
import type { FormOperation, RecordForm } from '../../src/model/form/recordForm.ts';
import { readRecordForm } from '../../src/service/documented/form/readForm.ts';
import { leadsController } from './bulkParts.ts';

/** A lead of which only the city can be edited. */
export function cityForm(id: string, city: string | null, operation: FormOperation, more: JsonObject = {}): RecordForm {
  const elements = [
    { name: ['leads', 'city'], label: 'City', template: 'text', permission: 2 },
    { name: ['action', 'save_progress'], label: 'Save', template: 'submit', is_web_compatible: '1' },
  ];
  const about = { id, alias: 'leads', name: `Lead ${id}`, is_editable: 1, is_deletable: 1, ...more };
  const answer = { errors: [], data: { leads: { id, city } }, ...about, form: { permission: 2, elements } };
  return readRecordForm(answer, { controller: leadsController, operation });
}
