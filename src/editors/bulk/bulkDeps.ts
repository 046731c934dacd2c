import type { Uri } from 'vscode';
import type { ConnectionStatus } from '../../platform/connectionStatus.ts';
import type { ErrorReporter } from '../../platform/errorReporter.ts';
import type { Log } from '../../platform/log.ts';
import type { BulkPlanner } from '../../services/bulk/bulkPlanner.ts';
import type { BulkRuns } from '../../services/bulk/bulkRuns.ts';
import type { Clients } from '../../services/connections/clients.ts';
import type { Connections } from '../../services/connections/connections.ts';
import type { ReferenceSources } from '../../services/references/referencedControllers.ts';

/** What every page of bulk work shares. */
export interface BulkDeps extends ReferenceSources {
  readonly extension: Uri;
  readonly connections: Connections;
  readonly connectionStatus: Pick<ConnectionStatus, 'addPage'>;
  readonly clients: Clients;
  readonly planner: BulkPlanner;
  readonly runs: BulkRuns;
  readonly errors: ErrorReporter;
  readonly log: Log;
}
