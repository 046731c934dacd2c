import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import { countNotes, expectedCount, type ExportReport, type ExportRows } from '../../model/export/exportPlan.ts';
import { saidOnce } from '../../model/serviceWords.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import type { ExportFile } from './exportFile.ts';
import type { RecordSource } from './recordSource.ts';
import { type RowFileOptions, writeRows } from './writeRows.ts';

export interface ExportTask extends RowFileOptions {
  readonly source: RecordSource;
  /** The page that the columns were chosen from. */
  readonly first: RecordPage;
  readonly rows: ExportRows;
  /** True if the request sets an order. */
  readonly hasOrder: boolean;
  readonly onProgress: (written: number, expected: number | undefined) => void;
}

/** Reads records and writes them as they come, a few pages at a time. */
export async function writeRecords(
  task: ExportTask,
  file: Pick<ExportFile, 'write'>,
  signal: AbortSignal,
): Promise<ExportReport> {
  const { source, first, rows, hasOrder, onProgress } = task;
  const expected = (): number | undefined =>
    expectedCount(rows, source.reader.hasNoTotal ? undefined : (source.total ?? first.total));
  const { written, note } = await writeRows(task, source.readRows(rows, first, signal), file, (count) => {
    onProgress(count, expected());
    stopIfCanceled(signal);
  });
  const { hasChanged, isCut, unknownColumns } = source.reader;
  const counted = source.expectedAfter(rows, written, expected());
  const outcome = { written, expected: counted, hasChanged, isCut, unknownColumns, hasOrder };
  return {
    written,
    expected: counted,
    isComplete: !hasChanged && !isCut && (counted === undefined || counted === written),
    notes: [...countNotes(rows, outcome), ...(note === undefined ? [] : [note])],
    said: saidOnce(first.messages ?? [], source.said),
  };
}

export function stopIfCanceled(signal: AbortSignal): void {
  if (signal.aborted) throw canceled();
}

export function canceled(): ServiceError {
  return new ServiceError('canceled', { doing: t('export the records'), why: t('it was canceled') });
}
