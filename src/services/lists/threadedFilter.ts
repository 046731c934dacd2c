import { t } from '@vscode/l10n';
import type { Connection } from '../../model/connection/connection.ts';
import { ServiceError } from '../../model/errors.ts';
import { type ListClient, ListThread, type ThreadScript } from '../export/listThread.ts';
import type { ThreadHost } from '../export/threadHost.ts';
import { filterList, type FilterJob, type FilterPart } from './filterPass.ts';

export interface FilterStart extends FilterJob {
  readonly connection: Connection;
}

/** Enough for a page of 60 MB. */
const oldMegabytes = 512;

/** Decodes and compares the records of a list in a worker thread, so that it takes no time of the editor's own. */
export async function* filterInWorker(
  script: ThreadScript,
  client: ListClient,
  job: FilterJob,
  signal: AbortSignal,
): AsyncGenerator<FilterPart, void, void> {
  const parts: FilterPart[] = [];
  const stop = new AbortController();
  let wake = Promise.withResolvers<undefined>();
  let isRunning = true;
  const thread = new ListThread<null>({
    lists: [{ client, controller: job.listTarget.controller }],
    onProgress: () => undefined,
    onPart: (part) => {
      parts.push(part as FilterPart);
      wake.resolve(undefined);
    },
    oldMegabytes,
    canceled,
  });
  const start = { ...job, connection: client.connection } satisfies FilterStart;
  const running = thread.runWorker(script, start, AbortSignal.any([signal, stop.signal])).finally(() => {
    isRunning = false;
    wake.resolve(undefined);
  });
  running.catch(() => undefined); // reported after the parts that came before
  try {
    for (;;) {
      wake = Promise.withResolvers();
      yield* parts.splice(0);
      if (isRunning) await wake.promise;
      else if (parts.length === 0) break;
    }
    await running;
  } finally {
    stop.abort();
  }
}

/** The thread's side. */
export async function filterInThread(host: ThreadHost, { connection, ...job }: FilterStart): Promise<null> {
  const client = { connection, records: (_: unknown, asked: Parameters<ThreadHost['page']>[0]) => host.page(asked) };
  // stopping ends the whole thread
  for await (const part of filterList(client, job, new AbortController().signal)) host.post({ kind: 'part', part });
  return null;
}

function canceled(): ServiceError {
  return new ServiceError('canceled', { doing: t('filter the records'), why: t('it was canceled') });
}
