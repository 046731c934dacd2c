import { t } from '@vscode/l10n';
import type { FieldOption } from '../form/fieldKind.ts';
import type { RecordField } from '../form/formElement.ts';
import type { SignupInformation } from './signup.ts';

/** What a user may choose for themselves, by the names that such fields have. */
export const preferences: readonly (readonly [
  name: RegExp,
  label: () => string,
  list: (offer: SignupInformation) => readonly FieldOption[],
])[] = [
  [/time_?zone/i, () => t('Time zones'), (offer) => offer.timeZones],
  [/locale|language/i, () => t('Languages'), (offer) => offer.locales],
  [/theme/i, () => t('Themes'), (offer) => offer.themes],
  [/hour_?format|time_?format/i, () => t('Hour formats'), (offer) => offer.hourFormats],
];

export function optionsOf(field: RecordField, offer: SignupInformation): readonly FieldOption[] {
  if (field.options.length > 0) return field.options;
  const name = field.path.at(-1) ?? '';
  return preferences.find(([pattern]) => pattern.test(name))?.[2](offer) ?? [];
}
