import type { FieldOption } from '../../../model/form/fieldKind.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import { fromText } from '../http/understandAnswer.ts';
import { firstOf, asText } from '../tolerant.ts';

const maxOptions = 10_000;
const deepest = 6;
const valueKeys = ['value', 'id', 'key', 'code'];
const textKeys = ['text', 'label', 'name', 'title', 'display', 'display_name', 'description'];

/**
 * Reads options: a list of strings, of `{ text, value }`, `{ label, value }`, `{ id, name }` or of value–text pairs, a
 * map from value to text, or groups of any of these. Drops duplicate values.
 */
export function readOptions(source: JsonValue | undefined): FieldOption[] {
  const found = new Map<string, FieldOption>();
  collect(fromText(source), undefined, found, 0);
  return [...found.values()];
}

function collect(
  source: JsonValue | undefined,
  group: string | undefined,
  found: Map<string, FieldOption>,
  depth: number,
): void {
  if (depth > deepest) return;
  if (Array.isArray(source)) {
    if (source.length > 0 && source.every(isPair)) {
      for (const [value, shown] of source) add(scalar(value) ?? '', asText(shown) ?? '', group, found);
      return;
    }
    for (const entry of source) collectEntry(entry, undefined, group, found, depth);
  } else if (isObject(source)) {
    for (const [key, entry] of Object.entries(source)) collectEntry(entry, key, group, found, depth);
  }
}

function collectEntry(
  entry: JsonValue,
  key: string | undefined,
  group: string | undefined,
  found: Map<string, FieldOption>,
  depth: number,
): void {
  if (found.size >= maxOptions) return;
  if (Array.isArray(entry)) return collect(entry, groupName(key) ?? group, found, depth + 1);
  if (isObject(entry)) {
    const option = optionOf(entry, key);
    if (option) return add(option.value, option.text, group, found);
    const label = asText(firstOf(entry, ...textKeys));
    const items = Object.entries(entry).filter(([, item]) => typeof item === 'object');
    // `{ "label": "Europe", "options": [...] }`: the other keys only describe the group
    const inside = label !== undefined && items.length > 0 ? Object.fromEntries(items) : entry;
    return collect(inside, label ?? groupName(key) ?? group, found, depth + 1);
  }
  const shown = asText(entry);
  if (shown !== undefined) add(key ?? scalar(entry) ?? shown, shown, group, found);
}

function optionOf(entry: JsonObject, key: string | undefined): { value: string; text: string } | undefined {
  const value = scalar(firstOf(entry, ...valueKeys));
  const shown = asText(firstOf(entry, ...textKeys));
  if (value !== undefined) return { value, text: shown ?? value };
  // `{ "1": { "label": "Open" } }`: the key is the value
  const isGroup = Object.values(entry).some((item) => typeof item === 'object' && item !== null);
  if (shown === undefined || isGroup) return undefined;
  return { value: key ?? shown, text: shown };
}

/** `["open", "Open"]`: a value and its text, as in a map. */
function isPair(entry: JsonValue): entry is [JsonValue, JsonValue] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((item) => asText(item) !== undefined);
}

function groupName(key: string | undefined): string | undefined {
  return key === undefined || /^(\d+|options|values|items|list|choices|children)$/.test(key) ? undefined : key;
}

/** Writes a boolean the way the service writes it in records. */
function scalar(value: JsonValue | undefined): string | undefined {
  return typeof value === 'boolean' ? (value ? '1' : '0') : asText(value);
}

function add(value: string, shown: string, group: string | undefined, found: Map<string, FieldOption>): void {
  if (found.has(value)) return;
  found.set(value, { value, text: shown, ...(group === undefined ? {} : { group }) });
}
