import { t } from '@vscode/l10n';
import { fieldKinds } from '../form/fieldKind.ts';
import { conditionName, periodUnits, valueCount } from './condition.ts';
import type { ConditionColumns } from './conditionText.ts';
import { columnsInText, fieldOf, operatorInText, wholeValueOperators } from './conditionText.ts';
import type { ConditionField } from './conditionField.ts';
import { operatorWord, unitWord } from './conditionWords.ts';
import { foldedText } from './searchWords.ts';

/** A way to complete a typed filter. */
export interface ConditionSuggestion {
  /** What to show. */
  readonly label: string;
  /** The whole text after choosing it. */
  readonly text: string;
}

/** No fewer than a kind has operators. */
const maxSuggestions = 16;

/** Completes a typed filter: its column, then its operator, then a value that is known. */
export function conditionSuggestions(typed: string, known: ConditionColumns): readonly ConditionSuggestion[] {
  const text = typed.trimStart();
  const [found] = columnsInText(text, known.columns);
  // a name that is complete but not followed by a space may be the start of a longer one
  const columns = columnNames(text, known);
  if (!found || (found.rest === '' && !/\s$/.test(text))) return columns;
  const { column, rest } = found;
  const field = fieldOf(column, known.fields);
  const whole = text.trimEnd();
  const start = whole.slice(0, whole.length - rest.length).trimEnd();
  const read = operatorInText(rest);
  const operators = fieldKinds[field.kind].conditions
    .map((operator) => {
      const word = operatorWord(operator, field.kind);
      return { label: word, text: `${start} ${word}${valueCount(operator) === 0 ? '' : ' '}` };
    })
    .filter(({ label }) => startsWith(label, rest) && foldedText(label) !== foldedText(rest.trim()));
  const values =
    read && fieldKinds[field.kind].conditions.includes(read.operator) ? valuesFor(read.operator, read.rest, field) : [];
  const before = read ? whole.slice(0, whole.length - read.rest.length).trimEnd() : '';
  return [...operators, ...values.map((value) => ({ label: value.label, text: `${before} ${value.text}` }))].slice(
    0,
    maxSuggestions,
  );
}

function columnNames(text: string, { columns }: ConditionColumns): readonly ConditionSuggestion[] {
  const wanted = text.replace(/^["“„]/, '').trim();
  const named = columns.filter(({ label }) => foldedText(label).includes(foldedText(wanted)));
  const ordered = named.toSorted(
    (one, other) => Number(startsWith(other.label, wanted)) - Number(startsWith(one.label, wanted)),
  );
  return ordered.slice(0, maxSuggestions).map(({ label }) => ({ label, text: `${label} ` }));
}

/** The name of a record that is being typed, and the column that refers to it. */
export function typedReference(
  typed: string,
  known: ConditionColumns,
): { readonly column: string; readonly text: string } | undefined {
  const [found] = columnsInText(typed.trimStart(), known.columns);
  const read = found && operatorInText(found.rest);
  if (!read || !wholeValueOperators.has(read.operator) || fieldOf(found.column, known.fields).kind !== 'reference')
    return undefined;
  const text = read.rest.slice(read.operator === 'isOneOf' ? read.rest.lastIndexOf(',') + 1 : 0).trim();
  return text === '' ? undefined : { column: conditionName(found.column), text: text.replace(/^"/, '') };
}

/** Choices, names, yes and no, and periods. Only the last of several values is completed. */
function valuesFor(
  operator: string,
  rest: string,
  { kind, options = [] }: ConditionField,
): readonly ConditionSuggestion[] {
  if (operator === 'inLast') {
    const amount = /^\d*/.exec(rest)?.[0] || '7';
    return periodUnits.map((unit) => ({ label: `${amount} ${unitWord(unit)}`, text: `${amount} ${unitWord(unit)}` }));
  }
  const start = operator === 'isOneOf' ? rest.lastIndexOf(',') + 1 : 0;
  const [earlier, last] = [rest.slice(0, start), rest.slice(start)];
  const isTruth = fieldKinds[kind].column === 'boolean';
  const labels = isTruth ? [t('Yes'), t('No')] : options.map(({ value, text }) => text || value);
  return labels
    .filter((label) => startsWith(label, last) && label !== last.trim())
    .map((label) => ({
      label,
      text: `${earlier === '' ? '' : `${earlier} `}${/["“”„,]/.test(label) ? `"${label.replaceAll('"', '""')}"` : label}`,
    }));
}

function startsWith(label: string, typed: string): boolean {
  return foldedText(label).startsWith(foldedText(typed.trim()));
}
