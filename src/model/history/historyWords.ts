import { t } from '@vscode/l10n';
import { formatText } from '../formatValue.ts';
import type { HistoryEntry, HistoryField } from './historyEntry.ts';
import type { WriteSource } from './writeSource.ts';

const maxNamed = 3;
const longest = 60;

/** Name of the source of a change. */
export function sourceName(source: WriteSource): string {
  const names: Readonly<Record<WriteSource, string>> = {
    form: t('Form'),
    cells: t('Table'),
    command: t('Command'),
    api: t('Another extension'),
    bulk: t('Bulk run'),
    import: t('Import'),
    plan: t('Plan'),
    tool: t('Language model'),
    undo: t('Undo'),
  };
  return Object.hasOwn(names, source) ? names[source] : source;
}

/** Icon name. */
export function changeIcon({ through, action }: Pick<HistoryEntry, 'through' | 'action'>): string {
  const icons = { edit: 'edit', add: 'add', delete: 'trash' } as const;
  return through === 'elsewhere' ? 'bell' : icons[action];
}

/** In local time. */
export function timeText(at: number): string {
  return formatText(new Date(at).toISOString(), 'dateTime', '');
}

/** Source and time of a change. */
export function originText({ through, at, since, by }: Pick<HistoryEntry, 'through' | 'at' | 'since' | 'by'>): string {
  if (through !== 'elsewhere') return [sourceName(through), timeText(at)].join(' · ');
  const when = t('Changed elsewhere between {0} and {1}', timeText(since ?? at), timeText(at));
  return by === undefined ? when : [when, by].join(' · ');
}

/** Formats as `Status: Open → Lost, City: Goa → Pune`. */
export function changeText({ action, fields, isCut }: Pick<HistoryEntry, 'action' | 'fields' | 'isCut'>): string {
  if (action === 'delete') return t('Deleted');
  const texts = fields.slice(0, maxNamed).map((field) => fieldText(field, action === 'add'));
  const more = fields.length - maxNamed;
  const named = more > 0 ? t('{0} and {1} more', texts.join(', '), more) : texts.join(', ');
  const said = isCut ? [named, t('too long to store')].join(' · ') : named;
  if (action === 'add') return said === '' ? t('Added') : t('Added: {0}', said);
  return said === '' ? t('Saved') : said;
}

function fieldText({ label, from, to }: HistoryField, isNew: boolean): string {
  if (from === undefined || to === undefined) return t('{0}: not stored', label);
  return isNew ? `${label}: ${brief(to)}` : `${label}: ${brief(from)} → ${brief(to)}`;
}

function brief(text: string): string {
  const line = text
    .slice(0, 2 * longest)
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return t('(empty)');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
