import { t } from '@vscode/l10n';
import { bulkTarget } from './bulkArgument.ts';
import type { BulkCommandParts } from './bulkEdit.ts';
import { type BulkOutcome, runDraft } from './bulkOutcome.ts';
import { isTrue } from '../commandArgument.ts';

/** Code that confirms it gets the outcome; anyone else sees the records first. */
export const bulkDelete =
  (parts: BulkCommandParts) =>
  async (argument?: unknown): Promise<BulkOutcome | undefined> => {
    const { guard, planner, runs, bulkPanels } = parts;
    const target = await bulkTarget(argument, parts);
    guard.check(target.connection, t('delete the records'));
    if (isTrue(argument, 'confirmed')) {
      const never = new AbortController().signal;
      return runDraft(await planner.prepare({ kind: 'delete', target }, () => undefined, never), runs);
    }
    (await bulkPanels.get()).open({ kind: 'delete', target });
    return undefined;
  };
