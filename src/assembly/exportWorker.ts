import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { config } from '@vscode/l10n';
import { pageInAnswer } from '../service/documented/list/pageInAnswer.ts';
import { ColumnCache } from '../service/documented/list/readColumns.ts';
import { setNumberLocale } from '../model/formatNumber.ts';
import { type CompareStart, compareInThread } from '../services/compare/compareInThread.ts';
import { RecordSource } from '../services/export/recordSource.ts';
import { ThreadHost } from '../services/export/threadHost.ts';
import type { ExportStart, ThreadLocale } from '../services/export/threadMessages.ts';
import { writeRecords } from '../services/export/writeRecords.ts';
import { filterInThread, type FilterStart } from '../services/lists/threadedFilter.ts';
import { profileInThread, type ProfileStart } from '../services/profile/profileInThread.ts';

// Worker thread: parses pages, then exports, compares or filters them, or counts their values.

async function exportInThread(
  host: ThreadHost,
  { connection, listTarget, query, ...task }: ExportStart,
): Promise<unknown> {
  const source = new RecordSource({ connection, records: (_, asked) => host.page(asked) }, listTarget, query);
  const onProgress = (done: number, expected: number | undefined): void =>
    host.post({ kind: 'progress', done, expected });
  // canceling terminates the whole thread
  return writeRecords({ ...task, source, onProgress }, host, new AbortController().signal);
}

type Start = ExportStart | CompareStart | FilterStart | ProfileStart;

function reportOf(host: ThreadHost, start: Start): Promise<unknown> {
  if ('pass' in start) return filterInThread(host, start);
  if ('sides' in start) return compareInThread(host, start);
  return 'column' in start ? profileInThread(host, start) : exportInThread(host, start);
}

async function work(port: MessagePort, start: Start & ThreadLocale): Promise<void> {
  const { words, locale } = start;
  if (words) config({ contents: words });
  setNumberLocale(locale);
  const host = new ThreadHost(port, () => {
    const columns = new ColumnCache();
    return (answer, query) => pageInAnswer(answer, query, columns);
  });
  try {
    const report = await reportOf(host, start);
    host.post({ kind: 'done', report });
  } catch (error) {
    host.postFailure(error);
  }
}

// must be last: it starts immediately and needs everything above
if (parentPort) void work(parentPort, workerData as Parameters<typeof work>[1]);
