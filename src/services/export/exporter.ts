import { expectedCount, type ExportReport } from '../../model/export/exportPlan.ts';
import type { RecordService } from '../../service/recordService.ts';
import { serviceQuery } from '../lists/listFilter.ts';
import type { ExportFile } from './exportFile.ts';
import { RecordSource } from './recordSource.ts';
import type { ExportJob } from './threadMessages.ts';
import { isInMemory, isShort, type ListClient, ListThread, type ThreadScript } from './listThread.ts';
import { type ExportTask, stopIfCanceled, writeRecords, canceled } from './writeRecords.ts';

export interface ExportRequest extends Omit<ExportJob, 'hasOrder'>, Pick<ExportTask, 'onProgress'> {
  readonly client: ListClient & Pick<RecordService, 'isSorted'>;
}

/** Writes the records of a list to a file. Leaves no partial file on any failure. */
export class Exporter {
  readonly #thread: ThreadScript;

  constructor(thread: ThreadScript) {
    this.#thread = thread;
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
    if (isInMemory(listTarget) || isShort(expectedCount(job.rows, job.first.total)))
      return writeRecords({ ...task, source: new RecordSource(client, listTarget, query), onProgress }, file, signal);
    const thread = new ListThread<ExportReport>({
      lists: [{ client, controller: listTarget.controller }],
      write: (bytes) => file.write(bytes),
      onProgress,
      canceled,
    });
    return thread.runWorker(this.#thread, { ...job, connection: client.connection }, signal);
  }
}
