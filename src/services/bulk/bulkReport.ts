import { t } from '@vscode/l10n';
import type { JournalLine } from '../../model/bulk/bulkJournal.ts';
import { type BulkLedger, type LedgerEntry, stateWord } from '../../model/bulk/bulkLedger.ts';
import { pathKey } from '../../model/form/fieldPath.ts';
import { csvCell } from '../../model/export/csvCell.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';

/** One line for each record: what was to become of it, and what did. No spreadsheet runs it. */
export function csvReport(ledger: BulkLedger): string {
  const fields = [...ledger.labels];
  const header = [
    t('Id'),
    t('Name'),
    t('Outcome'),
    t('Reason'),
    ...fields.flatMap(([, label]) => [t('{0} before', label), t('{0} after', label)]),
  ];
  const rows = ledger.entries.map((entry) => {
    const cells = new Map(entry.cells.map((cell) => [pathKey(cell.at), cell]));
    return [
      entry.id,
      entry.name,
      stateWord(entry.state),
      entry.why ?? '',
      ...fields.flatMap(([key]) => {
        const cell = cells.get(key);
        return [plain(cell?.before), plain(cell?.after)];
      }),
    ];
  });
  // without the mark Excel spoils every letter that is not plain
  return `\uFEFF${[header, ...rows].map((row) => `${row.map((text) => csvCell(text || null, true)).join(',')}\r\n`).join('')}`;
}

/** With all that is known, and for deleted records all that they held. */
export async function jsonReport(ledger: BulkLedger, lines: AsyncIterable<JournalLine>): Promise<string> {
  const held = new Map<string, JsonObject>();
  for await (const line of lines)
    if (line.type === 'record' && line.values !== undefined) held.set(line.id, line.values);
  const { plan, ended, counts } = ledger;
  return `${JSON.stringify(
    {
      run: plan.run,
      title: plan.title,
      kind: plan.kind,
      way: plan.way,
      connection: plan.connectionName,
      controller: plan.controller,
      ...(plan.ofPlan && { plan: plan.ofPlan }),
      startedAt: new Date(plan.startedAt).toISOString(),
      ended: ended ?? 'interrupted',
      changes: plan.changes,
      counts,
      records: ledger.entries.map((entry) => ({
        ...recordOutcome(entry),
        ...(held.has(entry.id) && { held: held.get(entry.id) }),
      })),
    },
    undefined,
    2,
  )}\n`;
}

export interface RecordOutcome {
  readonly id: string;
  readonly name: string;
  readonly outcome: LedgerEntry['state'];
  readonly why?: string;
  readonly cells?: LedgerEntry['cells'];
}

export function recordOutcome({ id, name, state, why, cells }: LedgerEntry): RecordOutcome {
  return { id, name, outcome: state, ...(why !== undefined && { why }), ...(cells.length > 0 && { cells }) };
}

function plain(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
