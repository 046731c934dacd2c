import type { EntryAction } from '../bulk/bulkJournal.ts';
import { isTime } from '../fileAges.ts';
import type { FieldPath } from '../form/fieldPath.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import type { WriteSource } from './writeSource.ts';

/** One changed field, with display values. */
export interface HistoryField {
  readonly at: FieldPath;
  readonly label: string;
  /** Undefined for values that aren't stored, such as passwords. */
  readonly from?: string;
  readonly to?: string;
}

export interface HistoryChange {
  readonly fields: readonly HistoryField[];
  /** Old values of these fields, in the shape of the record; for a deleted record, all values. */
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** One change of one record, as stored on disk. */
export interface HistoryEntry extends HistoryChange {
  /** Unique. */
  readonly key: string;
  readonly at: number;
  readonly through: WriteSource | 'elsewhere';
  readonly action: EntryAction;
  /** Base URL of the service: another one has other records. */
  readonly service: string;
  readonly controller: string;
  /** Undefined if the response to an add contained no id. */
  readonly id?: string;
  readonly name: string;
  /**
   * For a change made elsewhere: when the record was last seen unchanged, and who changed it according to the record.
   */
  readonly since?: number;
  readonly by?: string;
  /** The values were too long to store. */
  readonly isCut?: true;
}

/** What the reload after a save revealed about that save. */
export interface HistoryFollowUp extends HistoryChange {
  readonly sequelOf: string;
  readonly name: string;
}

/** Longer than any change made in a form. */
const longestLine = 256 * 1_024;
const maxFieldsOfLongEntry = 50;

export function historyLine(entry: HistoryEntry | HistoryFollowUp): string {
  const line = `${JSON.stringify(entry)}\n`;
  if (line.length <= longestLine) return line;
  const fields = entry.fields.slice(0, maxFieldsOfLongEntry);
  return `${JSON.stringify({ ...entry, fields, before: {}, after: {}, isCut: true })}\n`;
}

/** Returns undefined for a line that is truncated or damaged. */
export function readHistoryLine(text: string): HistoryEntry | HistoryFollowUp | undefined {
  try {
    const line = JSON.parse(text) as JsonValue;
    if (!isObject(line) || !isChange(line) || typeof line['name'] !== 'string') return undefined;
    if (typeof line['sequelOf'] === 'string') return line as unknown as HistoryFollowUp;
    const texts = [
      line['key'],
      line['through'],
      line['service'],
      line['controller'],
      line['id'] ?? '',
      line['by'] ?? '',
    ];
    const isWhole = texts.every((one) => typeof one === 'string') && isTime(line['at']) && isTime(line['since'] ?? 0);
    const isKnown = ['edit', 'add', 'delete'].some((one) => one === line['action']);
    return isWhole && isKnown ? (line as unknown as HistoryEntry) : undefined;
  } catch {
    return undefined;
  }
}

function isChange({ fields, before, after }: JsonObject): boolean {
  return isObject(before) && isObject(after) && Array.isArray(fields) && fields.every(isField);
}

function isField(field: JsonValue): boolean {
  if (!isObject(field) || !Array.isArray(field['at'])) return false;
  const texts = [field['label'], field['from'] ?? '', field['to'] ?? '', ...field['at']];
  return texts.every((one) => typeof one === 'string');
}
