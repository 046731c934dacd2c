import { t } from '@vscode/l10n';
import { headingFacts } from '../../model/form/headingFacts.ts';
import { controllerText } from '../../model/controller.ts';
import { labelFromKey } from '../../model/form/fieldPath.ts';
import { type RecordForm, recordTitle } from '../../model/form/recordForm.ts';
import { actionForSave, isOffered } from '../../model/form/submitAction.ts';
import type { FormButton, FormDescription, RelatedRecords } from '../../protocol/formProtocol.ts';

/** What a form is made of, as its page needs it. */
export function describeForm(form: RecordForm): FormDescription {
  return {
    heading: { name: recordTitle(form), facts: headingFacts(form) },
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

function buttonsOf(form: RecordForm): FormButton[] {
  const save = actionForSave(form);
  return form.submitActions.flatMap((action, index) =>
    isOffered(action) ? [{ index, label: action.label, isSave: action === save }] : [],
  );
}

/** Those that a record has, not those that it belongs to: these are its reference fields. */
function relatedTo(form: RecordForm): RelatedRecords[] {
  if (form.id === null) return [];
  const all = form.associations.filter(({ kind }) => kind !== 'belongsTo');
  const names = all.map(({ name }) => name);
  return all.map(({ name, kind, controller, likelyController }) => {
    const place = controller ?? likelyController;
    return { name, label: relatedLabel(name, names), kind, ...(place && { controller: controllerText(place) }) };
  });
}

/** `activities.lead_id` as "Activities", and as "Activities (Lead id)" where there are others of that name. */
function relatedLabel(name: string, names: readonly string[]): string {
  const [first = '', ...rest] = name.split('.').filter((part) => part !== '');
  const isAlone = names.filter((other) => other.split('.')[0] === first).length === 1;
  if (rest.length === 0 || isAlone) return labelFromKey(first === '' ? name : first);
  return `${labelFromKey(first)} (${labelFromKey(rest.join(' '))})`;
}

function commentsOf({ allowComments }: RecordForm): { comments?: string } {
  if (allowComments === undefined) return {};
  return { comments: allowComments ? t('You may comment on this record.') : t('You may not comment on this record.') };
}
