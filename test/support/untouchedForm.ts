import type { FormState } from '../../src/features/form/formProtocol.ts';

/** An untouched form. */
export const untouchedForm: FormState = {
  values: null,
  isDirty: false,
  isSaving: false,
  lock: null,
  changed: [],
  problems: [],
  conflicts: [],
  notes: [],
  news: null,
};
