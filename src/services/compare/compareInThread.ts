import type { ComparisonSummary } from '../../model/compare/comparison.ts';
import type { Connection } from '../../model/connection/connection.ts';
import { RecordSource } from '../export/recordSource.ts';
import type { ThreadHost } from '../export/threadHost.ts';
import { type CompareJob, compareLists } from './compareLists.ts';

export interface CompareStart extends CompareJob {
  /** Connections of the sides that are lists. */
  readonly connections: readonly [Connection | undefined, Connection | undefined];
}

/** Does the same as in the extension's own thread; canceling ends the whole thread. */
export function compareInThread(host: ThreadHost, { connections, ...job }: CompareStart): Promise<ComparisonSummary> {
  return compareLists(job, {
    sourceOf: (at) => {
      const [side, connection] = [job.sides[at], connections[at]];
      if (side.kind !== 'list' || !connection) throw new TypeError('a file has no pages');
      return new RecordSource({ connection, records: (_, asked) => host.page(asked, at) }, side.listTarget, side.query);
    },
    onProgress: (done, expected) => host.post({ kind: 'progress', done, expected }),
    signal: new AbortController().signal,
  });
}
