import { t } from '@vscode/l10n';
import { pathKey, type FieldPath } from '../form/fieldPath.ts';
import { JsonPositions, type TextSpan } from './jsonPositions.ts';
import { jsonProblem } from './jsonProblem.ts';
import type { RecordForm } from '../form/recordForm.ts';

/** A diagnostic in a record's text. */
export interface RecordProblem {
  readonly span: TextSpan;
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

interface Said {
  /** Key of the field. */
  readonly key?: string;
  /** Path in the record, for a field in a row. */
  readonly at?: FieldPath;
  readonly text: string;
}

/** What is known about an open record besides its text. */
export interface ProblemContext {
  readonly form: RecordForm;
  /** What the service refused at the last save. */
  readonly problems: readonly Said[];
  /** What the service is sure to refuse. */
  readonly hints: readonly Said[];
  /** Changes that a save would reject. */
  readonly refused: readonly { readonly at: FieldPath; readonly why: string }[];
  readonly conflicts: readonly { readonly at: FieldPath; readonly label: string }[];
}

/**
 * Everything that prevents a save, each at its field. Empty for invalid JSON: VS Code reports that itself, and nothing
 * else is known.
 */
export function recordProblems(text: string, grounds: ProblemContext | undefined): RecordProblem[] {
  if (!grounds || jsonProblem(text)) return [];
  const { form, problems, hints, refused, conflicts } = grounds;
  const positions = new JsonPositions(text);
  const spanOf = (path: FieldPath): TextSpan => keySpan(positions, path) ?? firstLine(text);
  const at = ({ key, at: path }: Said): TextSpan => spanOf(path ?? (key === undefined ? [] : pathOf(form, key)));
  const found: RecordProblem[] = [
    ...refused.map((one) => ({ span: spanOf(one.at), severity: 'error' as const, text: one.why })),
    ...problems.map((one) => ({ span: at(one), severity: 'error' as const, text: one.text })),
    ...conflicts.map((one) => ({
      span: spanOf(one.at),
      severity: 'warning' as const,
      text: t('Someone else changed “{0}”, too. In the form, choose which value to keep.', one.label),
    })),
    ...hints.map((one) => ({ span: at(one), severity: 'warning' as const, text: one.text })),
  ];
  // a refusal may repeat a known problem
  const seen = new Set<string>();
  return found.filter(({ span, text: said }) => {
    const once = `${span.start} ${said}`;
    return seen.has(once) ? false : seen.add(once);
  });
}

function pathOf(form: RecordForm, key: string): FieldPath {
  const fields = [...form.fields, ...form.otherFields];
  return (fields.find((field) => field.key === key) ?? fields.find(({ at }) => pathKey(at) === key))?.at ?? [];
}

/** Range of the field's key, or of the closest parent that has one, as in a list of rows. */
function keySpan(positions: JsonPositions, at: FieldPath): TextSpan | undefined {
  for (let length = at.length; length > 0; length--) {
    const position = positions.find(at.slice(0, length));
    if (position) return position.key ?? position.value;
  }
  return undefined;
}

function firstLine(text: string): TextSpan {
  const end = text.search(/[\r\n]/);
  return { start: 0, end: end < 0 ? text.length : end };
}
