import { type l10nJsonFormat, t } from '@vscode/l10n';
import { expectedCount, type ExportReport } from '../../model/export/exportPlan.ts';
import { parseRelatedList } from '../../model/list/relatedList.ts';
import type { RecordService } from '../../service/recordService.ts';
import { serviceQuery } from '../lists/listFilter.ts';
import type { ExportFile } from './exportFile.ts';
import { RecordSource } from './recordSource.ts';
import type { ExportJob } from './threadMessages.ts';
import { type ListClient, ListThread } from './listThread.ts';
import { type ExportTask, stopIfCanceled, writeRecords, canceled } from './writeRecords.ts';
import { FileProblem } from '../../model/fileProblem.ts';

export interface ExportRequest extends Omit<ExportJob, 'hasOrder'>, Pick<ExportTask, 'onProgress'> {
  readonly client: ListClient & Pick<RecordService, 'isSorted'>;
}

/** Starting a thread takes longer than writing this few records. */
const few = 1_000;

/** Writes the records of a list to a file. Leaves no partial file on any failure. */
export class Exporter {
  /** Script that the thread runs. */
  readonly #script: string | URL;
  readonly #words: l10nJsonFormat | undefined;

  constructor(script: string | URL, words: l10nJsonFormat | undefined) {
    this.#script = script;
    this.#words = words;
  }

  async exportRows(request: ExportRequest, file: ExportFile, signal: AbortSignal): Promise<ExportReport> {
    try {
      const report = await this.#write(request, file, signal);
      stopIfCanceled(signal);
      await file.finish();
      return report;
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  #write(
    { client, onProgress, ...request }: ExportRequest,
    file: ExportFile,
    signal: AbortSignal,
  ): Promise<ExportReport> {
    const job = { ...request, hasOrder: client.isSorted(serviceQuery(request.query)) };
    const { listTarget, query, ...task } = job;
    const isInMemory = parseRelatedList(listTarget.listView) !== undefined;
    if (isInMemory || (expectedCount(job.rows, job.first.total) ?? Infinity) <= few)
      return writeRecords({ ...task, source: new RecordSource(client, listTarget, query), onProgress }, file, signal);
    const thread = new ListThread<ExportReport>({
      lists: [{ client, controller: listTarget.controller }],
      write: (bytes) => file.write(bytes),
      onProgress,
      canceled,
      ended,
    });
    return thread.runWorker(this.#script, { ...job, connection: client.connection }, this.#words, signal);
  }
}

function ended(cause?: unknown): FileProblem {
  const sentence = t(
    'Could not export the records: the thread that reads them exited. Try again. If it happens again, use a smaller page size.',
  );
  return new FileProblem(sentence, cause);
}
