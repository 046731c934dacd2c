import { t } from '@vscode/l10n';

/** The last message in a form's footer. */
export interface FormMessage {
  readonly tone: 'good' | 'bad' | 'plain';
  readonly sentence: string;
}

export function correctionsNeeded(fields: number): FormMessage | undefined {
  if (fields === 0) return undefined;
  const sentence = fields === 1 ? t('One field has to be corrected.') : t('{0} fields have to be corrected.', fields);
  return { tone: 'bad', sentence };
}
