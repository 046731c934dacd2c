import { t } from '@vscode/l10n';
import { draftOfChange } from '../../editors/bulk/bulkDrafts.ts';
import type { BulkPanels } from '../../editors/bulk/bulkPanels.ts';
import type { Lazy } from '../../editors/lazy.ts';
import { UserError } from '../../platform/errors.ts';
import type { BulkPlanner } from '../../services/bulk/bulkPlanner.ts';
import type { BulkRuns } from '../../services/bulk/bulkRuns.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import { bulkTarget, changesOf, type TargetParts } from './bulkArgument.ts';
import { type BulkOutcome, runDraft } from './bulkOutcome.ts';
import { isTrue } from '../commandArgument.ts';

export interface BulkCommandParts extends TargetParts {
  readonly guard: WriteGuard;
  readonly planner: BulkPlanner;
  readonly runs: BulkRuns;
  readonly bulkPanels: Lazy<BulkPanels>;
}

/** Code that names its changes and confirms them gets the outcome; anyone else gets the page. */
export const bulkEdit =
  (parts: BulkCommandParts) =>
  async (argument?: unknown): Promise<BulkOutcome | undefined> => {
    const { guard, planner, runs, bulkPanels } = parts;
    const changes = changesOf(argument);
    const target = await bulkTarget(argument, parts);
    guard.check(target.connection, t('edit the records'));
    if (isTrue(argument, 'confirmed')) {
      if (!changes) throw new UserError(t('Could not edit the records: it is confirmed, and no changes are named.'));
      const never = new AbortController().signal;
      return runDraft(await planner.prepare({ kind: 'edit', target, changes }, () => undefined, never), runs);
    }
    (await bulkPanels.get()).open({ kind: 'edit', target, drafts: (changes ?? []).map(draftOfChange) });
    return undefined;
  };
