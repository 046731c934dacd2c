import { t } from '@vscode/l10n';
import type { FieldPath } from './fieldPath.ts';
import type { RecordForm } from './recordForm.ts';
import { scalarText, valueAt } from './fieldValue.ts';
import { isBareId, shownAt, shownBeside } from './shownValue.ts';

export interface HeadingFact {
  readonly label: string;
  /** Each part may have a different text direction. */
  readonly parts: readonly FactPart[];
}

/** A moment is formatted where it is shown, as the fields beside it are: another process may have another locale. */
export type FactPart = string | { readonly moment: string };

const stageKeys: readonly FieldPath[] = [
  ['current_stage'],
  ['stage'],
  ['workflow_stage'],
  ['stage_name'],
  ['stage_log', 'current_stage'],
  ['stage_log', 'stage'],
  ['stage_log', 'node_name'],
  ['stage_log', 'name'],
  ['stage_log', 'node_id'],
  ['stage_id'],
];
const ownerKeys: readonly FieldPath[] = [['owned_by'], ['owner'], ['owner_id'], ['owner_name']];
const whoKeys: readonly FieldPath[] = ['modified_by', 'updated_by', 'last_modified_by', 'changed_by'].map((key) => [
  key,
]);
const whenKeys: readonly FieldPath[] = [
  'modified',
  'modified_at',
  'modified_on',
  'modified_date',
  'updated',
  'updated_at',
  'updated_on',
  'last_modified',
  'date_modified',
  'changed_at',
].map((key) => [key]);

/** Key facts about a record, as far as it has them under common names. */
export function headingFacts(form: RecordForm): HeadingFact[] {
  const facts: (readonly [label: string, ...parts: (FactPart | undefined)[]])[] = [
    [t('Stage'), stageOf(form)],
    [t('Owner'), firstNamed(form, ownerKeys)],
    ...(form.operation === 'add' ? [] : [[t('Modified'), firstMoment(form), firstNamed(form, whoKeys)] as const]),
  ];
  return facts.flatMap(([label, ...said]) => {
    const parts = said.filter((part) => part !== undefined);
    return parts.length === 0 ? [] : [{ label, parts }];
  });
}

export function stageOf(form: RecordForm): string | undefined {
  return firstNamed(form, stageKeys) ?? firstShown(form, stageKeys);
}

/** Isolates a right-to-left name in a sentence, which would reorder a date next to it. */
function apart(text: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(text) ? `\u2068${text}\u2069` : text;
}

/**
 * Who last changed the record and when; follows "changed": `by Ada, 11/02/2026, 10:15:00`. Undefined if both are
 * unknown.
 */
export function lastChangedBy(form: RecordForm): string | undefined {
  const who = firstNamed(form, whoKeys);
  const when = firstShown(form, whenKeys, 'dateTime');
  if (who === undefined) return when === undefined ? undefined : t('at {0}', when);
  return when === undefined ? t('by {0}', who) : t('by {0}, {1}', apart(who), when);
}

/** A text from the service is shown unchanged. */
function firstMoment(form: RecordForm): FactPart | undefined {
  for (const at of whenKeys) {
    const shown = shownAt(form, at, 'dateTime');
    const value = scalarText(valueAt(form.values, at))?.trim();
    if (shown !== undefined) return value && !shownBeside(form, at) ? { moment: value } : shown;
  }
  return undefined;
}

function firstShown(form: RecordForm, paths: readonly FieldPath[], usual?: 'dateTime'): string | undefined {
  for (const at of paths) {
    const shown = shownAt(form, at, usual);
    if (shown !== undefined) return shown;
  }
  return undefined;
}

function firstNamed(form: RecordForm, paths: readonly FieldPath[]): string | undefined {
  for (const at of paths) {
    const shown = shownAt(form, at);
    if (shown !== undefined && !isBareId(shown)) return shown;
  }
  return undefined;
}
