import { t } from '@vscode/l10n';

/** The last message in a form's footer. */
export interface FormMessage {
  readonly tone: 'good' | 'bad' | 'plain';
  readonly sentence: string;
}

export function correctionsNeeded(fields: number): FormMessage | undefined {
  if (fields === 0) return undefined;
  const sentence = fields === 1 ? t('1 field has an error.') : t('{0} fields have errors.', fields);
  return { tone: 'bad', sentence };
}
