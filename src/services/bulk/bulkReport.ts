import { t } from '@vscode/l10n';
import { type BulkLedger, type LedgerEntry, stateWord } from '../../model/bulk/bulkLedger.ts';
import { pathKey } from '../../model/form/fieldPath.ts';
import { csvCell } from '../../model/export/cellTexts.ts';
import type { JsonValue } from '../../model/json.ts';

/** Yields one line per record with its planned change and outcome. Cells are escaped against formula injection. */
export function* csvReport(ledger: BulkLedger): Generator<string, undefined> {
  const fields = [...ledger.labels];
  const header = [
    t('Id'),
    t('Name'),
    t('Outcome'),
    t('Reason'),
    ...fields.flatMap(([, label]) => [t('{0} before', label), t('{0} after', label)]),
  ];
  // without a BOM, Excel garbles non-ASCII characters
  yield `\uFEFF${csvRow(header)}`;
  for (const { id, name, state, why = '', cells } of ledger.entries) {
    const byPath = new Map(cells.map((cell) => [pathKey(cell.at), cell]));
    const values = fields.flatMap(([key]) => [plain(byPath.get(key)?.before), plain(byPath.get(key)?.after)]);
    yield csvRow([id, name, stateWord(state), why, ...values]);
  }
}

function csvRow(texts: readonly string[]): string {
  return `${texts.map((text) => csvCell(text || null, true)).join(',')}\r\n`;
}

/** Yields everything known about the run, including the full contents of deleted records. */
export function* jsonReport(ledger: BulkLedger, connection: string): Generator<string, undefined> {
  const { plan, ended, counts } = ledger;
  const about = {
    run: plan.run,
    title: plan.title,
    kind: plan.kind,
    way: plan.way,
    connection,
    controller: plan.controller,
    ...(plan.ofPlan && { plan: plan.ofPlan }),
    startedAt: new Date(plan.startedAt).toISOString(),
    ended: ended ?? 'interrupted',
    changes: plan.changes,
    counts,
  };
  yield `${JSON.stringify(about, undefined, 2).slice(0, -'\n}'.length)},\n  "records": [`;
  let between = '\n';
  for (const entry of ledger.entries) {
    const { values: held } = entry;
    const record = JSON.stringify({ ...recordOutcome(entry), ...(held !== undefined && { held }) }, undefined, 2);
    yield `${between}${record.replaceAll(/^/gm, '    ')}`;
    between = ',\n';
  }
  yield '\n  ]\n}\n';
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
