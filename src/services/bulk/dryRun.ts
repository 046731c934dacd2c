import { t } from '@vscode/l10n';
import type { RecordClient } from '../../api/recordClient.ts';
import type { JournalLine } from '../../model/bulk/bulkJournal.ts';
import { pathKey } from '../../model/form/fieldPath.ts';
import { heldValues, type RecordPlan } from '../../model/bulk/bulkPlan.ts';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { type RecordForm, recordNameFirst } from '../../model/form/recordForm.ts';
import { inParallel } from '../common/inParallel.ts';
import { saysGone } from '../writes/writeChecks.ts';
import { contentDigest } from './contentDigest.ts';

export interface DryRun {
  readonly client: RecordClient;
  readonly controller: ControllerName;
  readonly ids: readonly string[];
  readonly concurrency: number;
  /** What would become of a record, by its form. */
  readonly plan: (form: RecordForm, id: string) => RecordPlan;
  /** What is said of a record that is not there any more, where that is another thing than one that cannot be read. */
  readonly gone?: ((id: string) => JournalLine) | undefined;
  /** In the order of the ids. */
  readonly onLine: (line: JournalLine) => void;
  /** The labels of the fields that are changed, as far as the form has them. */
  readonly onLabel: (key: string, label: string) => void;
  readonly signal: AbortSignal;
}

const mostTroubles = 5;

/** Reads every record's form and writes nothing. */
export async function dryRun(run: DryRun): Promise<void> {
  const { ids, onLine, signal } = run;
  const early = new Map<number, JournalLine>();
  let next = 0;
  let troubles = 0;
  await inParallel(ids, run.concurrency, async (id, index) => {
    if (signal.aborted)
      throw new ServiceError('canceled', { doing: t('look at the records'), why: t('it was canceled') });
    try {
      early.set(index, await lineFor(run, id));
      troubles = 0;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.scope === 'all') throw error;
      troubles = error.scope === 'passing' ? troubles + 1 : 0;
      if (troubles >= mostTroubles) throw error;
      const isGone = run.gone !== undefined && (await saysGone(error, run.client, run.controller, signal));
      const refused = { type: 'left', id, name: '', how: 'refused', why: error.message } as const;
      early.set(index, (isGone ? run.gone?.(id) : undefined) ?? refused);
    }
    for (let line = early.get(next); line; line = early.get(next)) {
      early.delete(next++);
      onLine(line);
    }
  });
}

async function lineFor({ client, controller, plan, gone, onLabel, signal }: DryRun, id: string): Promise<JournalLine> {
  const form = await client.open(controller, id, signal);
  const planned = plan(form, id);
  const name = recordNameFirst(form);
  if (planned.kind === 'refused') return { type: 'left', id, name, how: 'refused', why: planned.why };
  if (planned.kind === 'unchanged') return { type: 'left', id, name, how: 'unchanged' };
  if (planned.kind === 'gone') return gone?.(id) ?? { type: 'left', id, name, how: 'gone' };
  const since = planned.since === undefined ? {} : { since: planned.since };
  if (planned.kind === 'delete') {
    const held = contentDigest(form, planned.held ?? 'editable');
    return { type: 'record', id, name, action: 'delete', values: heldValues(form), held, ...since };
  }
  for (const { at } of planned.cells) {
    const key = pathKey(at);
    const field = form.fields.find((one) => pathKey(one.at) === key);
    if (field) onLabel(key, field.label);
  }
  return { type: 'record', id, name, cells: planned.cells, ...since };
}
