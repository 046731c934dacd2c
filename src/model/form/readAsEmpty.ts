import { t } from '@vscode/l10n';
import { ServiceError } from '../errors.ts';
import type { FieldPath } from './fieldPath.ts';

/** A text that a save would send and the service would read as an empty field. */
export interface ReadAsEmpty {
  /** Key of its entry in the request. */
  readonly key: string;
  readonly label: string;
  readonly path: FieldPath;
  /** Path in the record, for a field in a row. */
  readonly at?: FieldPath;
}

/** Nothing was sent, because some fields contain the placeholder for empty as their text and would be cleared. */
export class ReadAsEmptyError extends ServiceError {
  readonly texts: readonly ReadAsEmpty[];

  constructor(doing: string, sign: string, texts: readonly ReadAsEmpty[]) {
    const labels = namesOf(texts);
    super('refused', {
      doing,
      why:
        texts.length > 1
          ? t(
              '{0} contain the text “{1}”, which this connection sends for empty fields, so they would be cleared',
              labels,
              sign,
            )
          : t(
              '{0} contains the text “{1}”, which this connection sends for empty fields, so it would be cleared',
              labels,
              sign,
            ),
      remedy: t('Change the text, or use Edit Connection to change how empty values are sent.'),
      reasons: texts.map(({ label, path, at }) => ({
        text: t('“{0}” contains the text “{1}”, so saving would clear it.', label, sign),
        field: path,
        ...(at && { at }),
      })),
    });
    this.name = 'ReadAsEmptyError';
    this.texts = texts;
  }

  get labels(): string {
    return namesOf(this.texts);
  }
}

function namesOf(texts: readonly ReadAsEmpty[]): string {
  const labels = [...new Set(texts.map(({ label }) => label))];
  return labels.length > 3 ? t('{0} fields', labels.length) : labels.map((label) => `“${label}”`).join(', ');
}
