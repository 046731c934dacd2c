import { headingFacts } from '../model/headingFacts.ts';
import { controllerText } from '../model/controller.ts';
import { readableKey } from '../model/fieldPath.ts';
import type { RecordForm } from '../model/recordForm.ts';
import { actionForSave, isOffered } from '../model/submitAction.ts';
import type { FormButton, FormDescription, RelatedRecords } from '../protocol/form.ts';

/** What a form is made of, as its page needs it. */
export function describeForm(form: RecordForm): FormDescription {
  return {
    heading: { name: form.name || titleOf(form), facts: headingFacts(form) },
    singular: form.singular,
    splitLayout: form.splitLayout,
    elements: form.elements,
    otherFields: form.otherFields,
    buttons: buttonsOf(form),
    related: relatedTo(form),
    isDeleted: form.isDeleted,
    canDelete: form.isDeletable !== false && !form.isDeleted && form.id !== null,
    ...commentsOf(form),
  };
}

/** What a form is called, also before its record has a name. */
export function titleOf(form: RecordForm): string {
  if (form.name !== '') return form.name;
  return form.id === null ? `New ${form.singular}` : `${form.singular} ${form.id}`;
}

function buttonsOf(form: RecordForm): FormButton[] {
  const save = actionForSave(form);
  return form.submitActions.flatMap((action, index) =>
    isOffered(action) ? [{ index, label: action.label, isSave: action === save }] : [],
  );
}

/** Those that a record has, not those that it belongs to: these are its reference fields. */
function relatedTo(form: RecordForm): RelatedRecords[] {
  if (form.id === null) return [];
  return form.associations
    .filter(({ kind }) => kind !== 'belongsTo')
    .map(({ name, kind, controller, likelyController }) => {
      const place = controller ?? likelyController;
      return { name, label: readableKey(name), kind, ...(place && { controller: controllerText(place) }) };
    });
}

function commentsOf({ allowComments }: RecordForm): { comments?: string } {
  if (allowComments === undefined) return {};
  return { comments: allowComments ? 'You may comment on this record.' : 'You may not comment on this record.' };
}
