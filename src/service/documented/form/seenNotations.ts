import type { ChoiceSeparator, ServiceChoices } from '../../../model/connection/connection.ts';
import type { ControllerName } from '../../../model/controller.ts';
import { joinedBy, storedChoices } from '../../../model/form/choices.ts';
import { pathKey } from '../../../model/form/fieldPath.ts';
import { type FormValue, isEmpty, scalarText } from '../../../model/form/fieldValue.ts';
import type { ChoiceNotation, FieldNotation, RecordField } from '../../../model/form/formElement.ts';
import {
  hasPaddedFormat,
  isMomentKind,
  isoOfTimestamp,
  momentFormats,
  type MomentKind,
  type MomentNotation,
  momentNotation,
  withDayFormat,
} from '../../../model/form/moment.ts';
import type { JsonObject } from '../../../model/json.ts';
import { columnField } from '../../../model/list/columnField.ts';
import type { RecordPage } from '../../../model/list/recordPage.ts';
import { sampleAt } from './readRecord.ts';

export interface NotedField extends Pick<RecordField, 'at' | 'kind' | 'options'> {
  readonly dataType?: string | undefined;
}

/** A database separates the values of a set with commas, whatever a list shows. */
export function isSet(dataType: string | undefined): boolean {
  return /^set\b/i.test(dataType ?? '');
}

const maxTexts = 8;
const maxFields = 5_000;
const longestText = 500;
/** Max rows to examine per column: enough to find a day above 12, few enough to be fast. */
const rowsLookedAt = 500;
const unclearDay = /^\d{1,2}[-/]\d{1,2}[-/]\d{4}\b/;
const clearDay = /^(?:(?:1[3-9]|[23]\d)[-/]\d{1,2}|\d{1,2}[-/](?:1[3-9]|[23]\d))[-/]\d{4}\b/;

const separators: Readonly<Record<Exclude<ChoiceSeparator, 'asSeen'>, ChoiceNotation>> = {
  comma: joinedBy(','),
  semicolon: joinedBy(';'),
  pipe: joinedBy('|'),
  newline: joinedBy('\n'),
  json: 'json',
  list: 'list',
};

/** Collects the cells of a list column that show a notation. */
interface SeenCells {
  readonly texts: readonly string[];
  readonly rows: number;
}

interface SeenMoments {
  readonly controller: ControllerName;
  readonly kind: MomentKind;
  readonly texts: readonly string[];
  /** The patterns that match all texts so far. */
  readonly notation: MomentNotation | undefined;
}

/**
 * How the service writes choices and dates: as configured for the connection, otherwise as seen in records, otherwise
 * as seen in lists.
 */
export class SeenNotations {
  readonly #chosen: Pick<ServiceChoices, 'choiceSeparator' | 'dateFormat'>;
  readonly #choices = new Map<string, ChoiceNotation>();
  readonly #moments = new Map<string, SeenMoments>();
  readonly #cells = new Map<string, SeenCells>();
  /** Increases with each notation learned: a form read earlier may be outdated. */
  version = 0;

  constructor(chosen: Pick<ServiceChoices, 'choiceSeparator' | 'dateFormat'>) {
    this.#chosen = chosen;
  }

  /** Returns whether the record provided a new notation. */
  learnRecord(controller: ControllerName, fields: readonly NotedField[], values: JsonObject): boolean {
    const { version } = this;
    for (const field of fields) {
      if (field.kind !== 'choices' && !isMomentKind(field.kind)) continue;
      const key = keyOf(controller, pathKey(field.at));
      if (field.kind === 'choices') {
        if (this.#choices.has(key)) continue;
        const notation = storedChoices(field, sampleAt(values, field.at))?.notation;
        // an empty list may be how the service writes an empty value
        const isNothing = notation === 'list' && Object.keys(sampleAt(values, field.at) ?? {}).length === 0;
        if (notation && !isNothing) this.#learn(this.#choices, key, notation);
      } else this.#learnMoment(controller, key, field.kind, sampleAt(values, field.at));
    }
    return this.version !== version;
  }

  #learnMoment(controller: ControllerName, key: string, kind: MomentKind, value: FormValue): void {
    const text = scalarText(value)?.trim() ?? '';
    if (isEmpty(text, kind) || text.length > longestText) return;
    const before = this.#moments.get(key);
    if (before && (before.texts.length >= maxTexts || before.texts.includes(text))) return;
    const known = before?.kind === kind ? before.notation?.format : undefined;
    // nothing new in nearly every record, and cheaper to tell than the notation
    if (known !== undefined && hasPaddedFormat(text, known)) return;
    const texts = [...(before?.texts ?? []), text];
    const notation = momentNotation(texts, kind);
    if (before?.kind === kind && isSame(before.notation, notation)) return;
    this.#learn(this.#moments, key, { controller, kind, texts, notation });
  }

  learnRows(
    controller: ControllerName,
    { columns, rows, alias }: Pick<RecordPage, 'columns' | 'rows' | 'alias'>,
  ): void {
    columns.forEach((column, index) => {
      const { field, isText } = columnField(column, alias);
      if (field === undefined || isText) return;
      const key = keyOf(controller, field);
      const before = this.#cells.get(key) ?? { texts: [], rows: 0 };
      if (isEnough(before)) return;
      const cells = rows.slice(0, rowsLookedAt - before.rows).flatMap((row) => row.cells[index] ?? []);
      const telling = cells.filter((text) => text.length <= longestText && /[,;|\n[]|\d\D\d/.test(text));
      const found = new Set([...before.texts, ...telling]);
      // one unambiguous date determines the pattern of all others
      const clear = [...found].find((text) => clearDay.test(text));
      const texts = [...new Set(clear === undefined ? found : [clear, ...found])].slice(0, maxTexts);
      const seen = { texts, rows: before.rows + rows.length };
      if (texts.length > before.texts.length || texts[0] !== before.texts[0]) this.#learn(this.#cells, key, seen);
      else if (this.#cells.has(key) || this.#cells.size < maxFields) this.#cells.set(key, seen);
    });
  }

  /** Returns undefined if the notation is unknown. */
  get(controller: ControllerName, field: NotedField): FieldNotation | undefined {
    if (field.kind === 'choices') {
      const choices = this.#choicesOf(controller, field);
      return choices && { choices };
    }
    if (!isMomentKind(field.kind)) return undefined;
    const seen = this.#momentOf(controller, field, field.kind);
    const { dateFormat } = this.#chosen;
    return dateFormat === 'asSeen' ? seen : withDayFormat(seen ?? {}, field.kind, dateFormat);
  }

  /** A different token means a different user, who may not be allowed to see the first user's values. */
  clear(): void {
    this.#choices.clear();
    this.#moments.clear();
    this.#cells.clear();
    this.version++;
  }

  #choicesOf(controller: ControllerName, field: NotedField): ChoiceNotation | undefined {
    const { choiceSeparator } = this.#chosen;
    if (choiceSeparator !== 'asSeen') return separators[choiceSeparator];
    const key = keyOf(controller, pathKey(field.at));
    const inRecords = this.#choices.get(key);
    if (inRecords || isSet(field.dataType)) return inRecords;
    for (const text of this.#cells.get(key)?.texts ?? []) {
      const { chosen, notation } = storedChoices(field, text) ?? {};
      const isOffered = chosen?.every((one) => field.options.some(({ value }) => value === one));
      if (!isOffered || notation === undefined || notation === 'list') continue;
      // a list may add a space after the separator for readability
      return typeof notation === 'string'
        ? notation
        : { ...notation, between: notation.between.replace(/(?<=\S) +$/, '') };
    }
    return undefined;
  }

  /** Closest evidence first; more distant evidence resolves what it leaves ambiguous. */
  #momentOf(controller: ControllerName, { at }: NotedField, kind: MomentKind): MomentNotation | undefined {
    const key = keyOf(controller, pathKey(at));
    const own = this.#moments.get(key)?.texts ?? [];
    const timestamp = own.find((text) => isoOfTimestamp(text) !== undefined);
    if (timestamp !== undefined) return { example: timestamp };
    const seen = [...this.#moments.values()];
    const textsOf = (isMeant: (one: SeenMoments) => boolean): string[] =>
      seen.filter(isMeant).flatMap(({ texts }) => texts);
    const sources = [
      own,
      this.#cells.get(key)?.texts ?? [],
      textsOf((one) => one.kind === kind && one.controller === controller),
      textsOf((one) => one.kind === kind),
      ...(kind === 'date' ? [textsOf((one) => one.kind === 'dateTime')] : []),
    ];
    let unclear: MomentNotation | undefined;
    let open: readonly string[] = [];
    for (const texts of sources) {
      const notation = momentNotation([...open, ...texts], kind);
      if (notation?.format !== undefined) return notation;
      if (!unclear && notation) [unclear, open] = [notation, texts];
    }
    if (unclear) return unclear;
    const unread = own.find((text) => momentFormats(text).length === 0);
    if (unread !== undefined) return { example: unread };
    const day =
      kind === 'dateTime'
        ? momentNotation(
            textsOf((one) => one.kind === 'date'),
            'date',
          )
        : undefined;
    return day?.format === undefined ? day : withDayFormat({}, kind, day.format);
  }

  #learn<T>(map: Map<string, T>, key: string, value: T): void {
    if (map.size >= maxFields && !map.has(key)) return;
    map.set(key, value);
    this.version++;
  }
}

function isEnough({ texts, rows }: SeenCells): boolean {
  if (rows >= rowsLookedAt) return true;
  return texts.length >= maxTexts && (!texts.some((text) => unclearDay.test(text)) || clearDay.test(texts[0] ?? ''));
}

function keyOf(controller: ControllerName, field: string): string {
  return `${controller} ${field}`;
}

function isSame(one: MomentNotation | undefined, other: MomentNotation | undefined): boolean {
  return one?.format === other?.format && (one === undefined) === (other === undefined);
}
