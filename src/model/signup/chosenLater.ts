import type { FieldOption } from '../form/fieldKind.ts';
import type { SignupInformation } from './signup.ts';
import { signupSections } from './signupFields.ts';
import { preferences } from './signupPreferences.ts';

/** What the service lets a user choose, and its sign-up has no place for: to be chosen later. */
export function chosenLater(offer: SignupInformation): { readonly label: string; readonly options: FieldOption[] }[] {
  const asked = signupSections(offer).flatMap(({ fields }) => fields.map(({ options }) => options));
  return preferences
    .map(([, label, list]) => ({ label: label(), options: [...list(offer)] }))
    .filter(
      ({ options }) => options.length > 0 && !asked.some((list) => list.length > 0 && sameOptions(list, options)),
    );
}

function sameOptions(one: readonly FieldOption[], other: readonly FieldOption[]): boolean {
  return one.length === other.length && one.every(({ value }, index) => value === other[index]?.value);
}
