import { t } from '@vscode/l10n';
import type { FieldPath } from './fieldPath.ts';
import type { RecordForm } from './recordForm.ts';
import { isBareId, shownAt } from './shownValue.ts';

export interface HeadingFact {
  readonly label: string;
  readonly value: string;
}

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

/** What a person wants to know of a record at a glance, as far as it says so under a usual name. */
export function headingFacts(form: RecordForm): HeadingFact[] {
  const modified = [firstShown(form, whenKeys), firstNamed(form, whoKeys)].filter((text) => text !== undefined);
  // a name that is written from right to left would turn the time around
  const apart = modified.map((text) => `\u2068${text}\u2069`);
  const facts: [label: string, value: string | undefined][] = [
    [t('Stage'), firstNamed(form, stageKeys) ?? firstShown(form, stageKeys)],
    [t('Owner'), firstNamed(form, ownerKeys)],
    [t('Modified'), modified.length > 1 ? apart.join(', ') : modified[0]],
  ];
  return facts.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
}

/** Who changed the record last and when, to follow "changed": `by Ada, 2026-11-02 10:15`. Undefined when it says neither. */
export function lastChangedBy(form: RecordForm): string | undefined {
  const who = firstNamed(form, whoKeys);
  const when = firstShown(form, whenKeys);
  if (who === undefined) return when === undefined ? undefined : t('at {0}', when);
  return when === undefined ? t('by {0}', who) : t('by {0}, {1}', who, when);
}

function firstShown(form: RecordForm, paths: readonly FieldPath[]): string | undefined {
  for (const at of paths) {
    const shown = shownAt(form, at);
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
