import type { FormState } from '../../src/features/form/formProtocol.ts';

/** A form in which nothing has happened yet. */
export const calmForm: FormState = {
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
