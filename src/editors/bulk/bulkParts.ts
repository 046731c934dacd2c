import type { Uri } from 'vscode';
import type { ErrorReporter } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { BulkPlanner } from '../../services/bulk/bulkPlanner.ts';
import type { BulkRuns } from '../../services/bulk/bulkRuns.ts';
import type { Connections } from '../../services/connections/connections.ts';

/** What every page of bulk work shares. */
export interface BulkParts {
  readonly extension: Uri;
  readonly connections: Connections;
  readonly planner: BulkPlanner;
  readonly runs: BulkRuns;
  readonly errors: ErrorReporter;
  readonly log: Log;
}
