import { randomBytes } from 'node:crypto';
import { t } from '@vscode/l10n';
import type { RecordClient } from '../../api/recordClient.ts';
import type { RunPlan } from '../../model/bulk/bulkJournal.ts';
import { ServiceError } from '../../model/errors.ts';

export function planOf(
  { connection }: RecordClient,
  more: Pick<RunPlan, 'kind' | 'way' | 'changes' | 'controller' | 'title' | 'undoOf'>,
): RunPlan {
  const startedAt = Date.now();
  return {
    ...more,
    // sorts by time
    run: `${new Date(startedAt).toISOString().replaceAll(/\D/g, '').slice(0, 17)}-${randomBytes(4).toString('hex')}`,
    connection: connection.id,
    connectionName: connection.name,
    baseUrl: connection.baseUrl,
    startedAt,
    timeoutMs: connection.network.timeoutMs,
  };
}

export function cannotUndo({ title }: RunPlan): ServiceError {
  return new ServiceError('refused', {
    doing: t('undo “{0}”', title),
    why: t('the interface of the service has no way to restore deleted records'),
    remedy: t('What they held is in the JSON report of the run.'),
  });
}

export function editTitle(fields: string, count: number): string {
  return count === 1 ? t('Edit {0} of 1 record', fields) : t('Edit {0} of {1} records', fields, count);
}

export function deleteTitle(count: number): string {
  return count === 1 ? t('Delete 1 record') : t('Delete {0} records', count);
}
