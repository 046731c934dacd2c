import type { EntryAction } from '../bulk/bulkJournal.ts';
import { isTime } from '../fileAges.ts';
import type { FieldPath } from '../form/fieldPath.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import type { WriteSource } from './writeSource.ts';

/** One field of a change, as a person reads it. */
export interface HistoryField {
  readonly at: FieldPath;
  readonly label: string;
  /** Undefined for what is not kept, such as a password. */
  readonly from?: string;
  readonly to?: string;
}

/** What was changed in a record. */
export interface HistoryChange {
  readonly fields: readonly HistoryField[];
  /** What these fields held, in the shape of the record, and all of a record that was deleted. */
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** One change of one record, as it stands on the disk. */
export interface HistoryEntry extends HistoryChange {
  /** No two have the same. */
  readonly key: string;
  readonly at: number;
  readonly through: WriteSource | 'elsewhere';
  readonly action: EntryAction;
  /** The address of the service: another one has other records. */
  readonly service: string;
  readonly controller: string;
  /** Undefined when the answer to an add named none. */
  readonly id?: string;
  readonly name: string;
  /** Of what was changed elsewhere: when it was last seen unchanged, and who the record says it was. */
  readonly since?: number;
  readonly by?: string;
  /** It was too long to be kept with its values. */
  readonly isCut?: true;
}

/** What the read after a save has shown of it. */
export interface HistorySequel extends HistoryChange {
  readonly sequelOf: string;
  readonly name: string;
}

/** Longer than any change that a person makes in a form. */
const longestLine = 256 * 1_024;
const mostFieldsOfLong = 50;

export function historyLine(entry: HistoryEntry | HistorySequel): string {
  const line = `${JSON.stringify(entry)}\n`;
  if (line.length <= longestLine) return line;
  const fields = entry.fields.slice(0, mostFieldsOfLong);
  return `${JSON.stringify({ ...entry, fields, before: {}, after: {}, isCut: true })}\n`;
}

/** Undefined for a line that we have not written like this: it was cut off, or damaged. */
export function readHistoryLine(text: string): HistoryEntry | HistorySequel | undefined {
  try {
    const line = JSON.parse(text) as JsonValue;
    if (!isObject(line) || !isChange(line) || typeof line['name'] !== 'string') return undefined;
    if (typeof line['sequelOf'] === 'string') return line as unknown as HistorySequel;
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
