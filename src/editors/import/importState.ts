import { t } from '@vscode/l10n';
import type { ControllerName } from '../../model/controller.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { unitWord } from '../../model/import/importPlan.ts';
import type { ImportStart, ImportState } from '../../protocol/importProtocol.ts';
import type { ImportDraft } from '../../services/import/importDraft.ts';
import type { TableScan } from '../../services/import/scanTable.ts';
import type { ImportFile } from './importRun.ts';

/** A file that was read, and how it is to be imported. */
export interface MappedFile {
  readonly file: ImportFile;
  readonly draft: ImportDraft;
  /** What the service said beside what was read. */
  readonly said: readonly string[];
}

const longestSample = 60;
/** Of columns or fields in one sentence. */
const mostNamed = 10;

export function startOf(mapped: MappedFile, controller: ControllerName, isBusy: boolean): ImportStart {
  const { file, draft } = mapped;
  const samplesOf = (at: number): string[] => (file.scan.samples[at] ?? []).map(shortened);
  return {
    title: t('Import {0} into {1}', file.name, controller),
    columns: file.table.titles.map((title, at) => ({ title, samples: samplesOf(at) })),
    fields: draft.fields.map(({ label, at }) => ({ label, name: at.join('.') })),
    state: stateOf(mapped, isBusy),
  };
}

export function stateOf(mapped: MappedFile, isBusy: boolean): ImportState {
  const { draft } = mapped;
  const { notes, targets } = draft;
  return {
    columns: targets.map((target, at) => ({ target, note: notes[at] ?? null })),
    matches: draft.matches,
    match: draft.match ?? null,
    outcome: outcomeOf(draft),
    summary: summaryOf(mapped),
    remarks: remarksOf(mapped),
    problem: draft.problem ?? null,
    isBusy,
  };
}

function summaryOf({ file, draft }: MappedFile): string {
  const { count } = file.scan;
  const { length } = draft.uses;
  const mapped = draft.targets.filter((target) => target !== 'skip' && target !== 'unmapped').length;
  const records = count === 1 ? t('1 record') : t('{0} records', formatNumber(count));
  return `${records} · ${t('{0} of {1} columns mapped', formatNumber(mapped), formatNumber(length))}`;
}

function remarksOf({ file, draft, said }: MappedFile): ImportState['remarks'] {
  const { table, scan } = file;
  const { unmapped, missing } = draft;
  const warn = (text: string) => ({ tone: 'warning', text }) as const;
  return [
    ...(scan.broken > 0 ? [warn(brokenWords(scan, table.unit))] : []),
    ...(unmapped.length > 0 ? [warn(t('Not mapped, so not imported: {0}', named(unmapped)))] : []),
    ...(missing.length > 0 ? [warn(t('Required for new records, but not mapped: {0}', named(missing)))] : []),
    ...[...table.notes, ...said].map((text) => ({ tone: 'plain', text }) as const),
  ];
}

function brokenWords({ broken, firstBroken }: TableScan, unit: string): string {
  const first = `${unitWord(unit)} ${firstBroken?.position}: ${firstBroken?.why}`;
  return broken === 1
    ? t('1 record cannot be imported. {0}', first)
    : t('{0} records cannot be imported. First: {1}', formatNumber(broken), first);
}

function named(all: readonly string[]): string {
  const shown = all.slice(0, mostNamed).map((one) => (one === '' ? t('(no title)') : shortened(one)));
  const more = all.length - shown.length;
  return [...shown, ...(more > 0 ? [t('{0} more', formatNumber(more))] : [])].join(', ');
}

function outcomeOf({ match, fields }: ImportDraft): string {
  if (match === undefined) return '';
  if (match === 'none') return t('Every record is added as new. No existing record is changed.');
  if (match === 'id') return t('Records with an id are updated. Records without one are added.');
  const label = fields[match]?.label ?? '';
  return t('Records with the same “{0}” are updated. If there is none, a record is added.', label);
}

function shortened(text: string): string {
  return text.length > longestSample ? `${text.slice(0, longestSample).trimEnd()}…` : text;
}
