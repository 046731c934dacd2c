import { t } from '@vscode/l10n';
import { emptyAlready } from '../draft/recordMerge.ts';
import {
  type FormValue,
  type FormValues,
  isEmpty,
  isOtherKindOfEmpty,
  isRewritten,
  sameValue,
  scalarText,
  valueAt,
} from '../form/fieldValue.ts';
import { chosenIn, sameFieldValue, sameChoices } from '../form/choices.ts';
import { referenceEntries, referenceLabel } from '../form/referenceValue.ts';
import { isMomentKind, type WrittenMoment, writtenMoment } from '../form/moment.ts';
import type { RecordField } from '../form/formElement.ts';
import { type RecordForm, recordName } from '../form/recordForm.ts';
import { shownValue } from '../form/shownValue.ts';
import { choicesValue, heldText, offeredChoices, readChoices } from './choicesInCell.ts';
import type { StagedChange, StagedRecord, StagedReference } from './stagedCells.ts';

export interface ComparedCells {
  /** The service has these already: undo brought them back, or an earlier save arrived after all. */
  readonly same: StagedRecord;
  /** Someone else changed these. */
  readonly conflicts: ReadonlyMap<string, CellConflict>;
  /** What no save could say; one sentence each. */
  readonly refused: ReadonlyMap<string, string>;
  readonly toSend: StagedRecord;
}

export interface CellConflict {
  /** One sentence. */
  readonly why: string;
  /** What the service has now, as a list writes it. */
  readonly theirs: string | null;
}

/**
 * Staged cells against the record as it was read just now. `written` is what was sent for it before: a cell that was
 * edited again before its row was read again meets that, and nobody else's change.
 */
export function compareStaged(form: RecordForm, cells: StagedRecord, written?: WrittenRecord): ComparedCells {
  const same = new Map<string, StagedChange>();
  const conflicts = new Map<string, CellConflict>();
  const refused = new Map<string, string>();
  const toSend = new Map<string, StagedChange>();
  for (const [name, change] of cells) {
    const now = valueAt(form.values, [name]);
    const field = fieldOf(form, name);
    const to = change.reference?.id ?? meantValue(field, change.to);
    const moment = typeof to === 'string' ? momentInCell(field, now, to, change.from) : undefined;
    const unread = field?.kind === 'choices' ? whyNotWritten(field, now, change.to) : moment?.problem;
    const isFromHere =
      isOwnWrite(form, name, change.from, written?.get(name)) ||
      (change.held === undefined
        ? isShownAs(form, name, change.from)
        : holds(field, now, change.held) && !isOtherKindOfEmpty(now, change.held));
    if (isOtherKindOfEmpty(change.from, change.to) && isFromHere) refused.set(name, emptyAlready(field?.label ?? name));
    else if (change.reference ? sameFieldValue(field, now, to) : holds(field, now, change.to)) same.set(name, change);
    else if (isFromHere && unread !== undefined) refused.set(name, unread);
    else if (isFromHere) toSend.set(name, change.reference ? change : { ...change, to: moment?.value ?? to });
    else {
      const label = field?.label ?? name;
      const text = textBeside(form, field, name);
      const shown = shownValue(text ?? now, field);
      conflicts.set(name, {
        why: t('Someone else changed “{0}” of {1}: it is now {2}.', label, recordName(form), shown),
        theirs: text ?? heldText(field, now),
      });
    }
  }
  return { same, conflicts, refused, toSend };
}

/** A cell that was saved: what it was typed over, what it showed then, and what the service got for it. */
export interface WrittenCell {
  readonly from: string | null;
  readonly shown: string | null;
  readonly value: string | null;
  readonly reference?: StagedReference | undefined;
}

export type WrittenRecord = ReadonlyMap<string, WrittenCell>;

/** Whether what stands between a cell and its record is what was saved for it before, and nobody else's change. */
export function isOwnWrite(
  form: RecordForm,
  name: string,
  from: string | null,
  written: WrittenCell | undefined,
): written is WrittenCell {
  // it is typed over what was there before the save, or over what was saved
  if (!written || ![written.from ?? '', written.shown ?? ''].includes(from ?? '')) return false;
  const now = valueAt(form.values, [name]);
  const field = fieldOf(form, name);
  return holds(field, now, written.value) || isRewritten(written.value, now, field?.kind);
}

/** Whether the text that a list shows is the record's own value, or the text of its choice. */
export function isShownAs(form: RecordForm, name: string, shown: string | null): boolean {
  const now = valueAt(form.values, [name]);
  const field = fieldOf(form, name);
  if (isOtherKindOfEmpty(now, shown)) return false;
  if (sameFieldValue(field, now, shown) || holds(field, now, shown)) return true;
  const text = textBeside(form, field, name);
  return text !== undefined && sameValue(text, shown);
}

/** What stands for a reference that is set. */
function textBeside(form: RecordForm, field: RecordField | undefined, name: string): string | undefined {
  if (!field?.reference || isEmpty(valueAt(form.values, [name]))) return undefined;
  return referenceLabel(form.values, [name]) || undefined;
}

/** What a save takes: of a reference, all that belongs to it. */
export function stagedValues(form: RecordForm, toSend: StagedRecord): FormValues {
  const entries = [...toSend].flatMap(([name, { to, reference }]): (readonly [string, FormValue])[] => {
    if (reference)
      return referenceEntries([name], { ...reference, text: to }).map(({ at, value }) => [at[0] ?? '', value]);
    const field = fieldOf(form, name);
    if (field?.kind !== 'choices') return [[name, to]];
    return [[name, choicesValue(field, valueAt(form.values, [name]), to).value]];
  });
  return Object.fromEntries(entries);
}

function fieldOf(form: RecordForm, name: string): RecordField | undefined {
  return form.fields.find(({ at }) => at.length === 1 && at[0] === name);
}

/** A list may write days otherwise than its records. */
function momentInCell(
  field: RecordField | undefined,
  now: FormValue,
  to: string,
  from: string | null,
): WrittenMoment | undefined {
  if (!field || to === '' || !isMomentKind(field.kind)) return undefined;
  return writtenMoment(field, scalarText(now) ?? '', to, from === null ? [] : [from]);
}

/** Why the choices of a cell cannot be stored. */
function whyNotWritten(field: RecordField, now: FormValue, to: string | null): string | undefined {
  return readChoices(offeredChoices(field, now), to).why ?? choicesValue(field, now, to).problem;
}

/** Whether a record holds what a cell of it says. */
function holds(field: RecordField | undefined, now: FormValue, text: string | null): boolean {
  if (field?.kind !== 'choices') return sameValue(now, meantValue(field, text), field?.kind);
  const { chosen } = readChoices(offeredChoices(field, now), text);
  return chosen !== undefined && sameChoices(chosen, chosenIn(field, now));
}

/** A list may show the text of a choice where the record holds its value, and a person types what is shown. */
export function meantValue(field: RecordField | undefined, shown: string | null): string | null {
  const options = shown === null ? [] : (field?.options ?? []);
  if (options.some(({ value }) => value === shown)) return shown;
  const [found, ...others] = options.filter(({ text }) => text === shown);
  return found && others.every(({ value }) => value === found.value) ? found.value : shown;
}
