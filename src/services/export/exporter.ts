import type { l10nJsonFormat } from '@vscode/l10n';
import { expectedCount, type ExportReport } from '../../model/export/exportPlan.ts';
import type { ExportFile } from './exportFile.ts';
import { type ExportClient, ExportThread } from './exportThread.ts';
import { RecordSource } from './recordSource.ts';
import type { ExportJob } from './threadMessages.ts';
import { type ExportTask, stopIfCanceled, writeRecords } from './writeRecords.ts';

export interface ExportRequest extends ExportJob, Pick<ExportTask, 'onProgress'> {
  readonly client: ExportClient;
}

/** To start a thread takes longer than to write so few. */
const few = 1_000;

/** Writes the records of a list into a file. Whatever goes wrong, no part of a file is left. */
export class Exporter {
  /** What the thread runs. */
  readonly #script: string | URL;
  readonly #words: l10nJsonFormat | undefined;

  constructor(script: string | URL, words: l10nJsonFormat | undefined) {
    this.#script = script;
    this.#words = words;
  }

  async write(request: ExportRequest, file: ExportFile, signal: AbortSignal): Promise<ExportReport> {
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

  #write({ client, onProgress, ...job }: ExportRequest, file: ExportFile, signal: AbortSignal): Promise<ExportReport> {
    const { place, query, ...task } = job;
    if ((expectedCount(job.rows, job.first.total) ?? Infinity) <= few)
      return writeRecords({ ...task, source: new RecordSource(client, place, query), onProgress }, file, signal);
    return new ExportThread(client, job, file, onProgress).run(this.#script, this.#words, signal);
  }
}
