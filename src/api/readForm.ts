import type { ControllerName } from '../model/controller.ts';
import { ServiceError } from '../model/errors.ts';
import type { JsonObject } from '../model/json.ts';
import type { FormOperation, RecordForm } from '../model/recordForm.ts';

export interface FormContext {
  readonly controller: ControllerName;
  readonly operation: FormOperation;
}

export function readRecordForm(_answer: JsonObject, _context: FormContext): RecordForm {
  throw new ServiceError('unreadable', { doing: 'read the form', why: 'forms are not read yet' });
}
