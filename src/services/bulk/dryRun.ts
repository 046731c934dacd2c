import { t } from '@vscode/l10n';
import type { RecordService } from '../../service/recordService.ts';
import type { JournalLine } from '../../model/bulk/bulkJournal.ts';
import { samePath } from '../../model/form/fieldPath.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import type { PlannedOutcome } from '../../model/bulk/bulkPlan.ts';
import { type PlannedCell, plannedValues } from '../../model/bulk/plannedCell.ts';
import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { type RecordForm, recordNameFirst } from '../../model/form/recordForm.ts';
import { withoutSecrets } from '../../model/form/secrets.ts';
import { inOrder } from '../common/inOrder.ts';
import { saysGone } from '../writes/writeChecks.ts';
import { contentDigest } from './contentDigest.ts';

/** A record to read. */
export interface Look {
  readonly id: string;
  /** Plans the change from the record's form. */
  readonly plan: (form: RecordForm) => PlannedOutcome;
  /** Line for a record that no longer exists, if that differs from one that can't be read. */
  readonly gone?: JournalLine;
  readonly line?: undefined;
}

/** A line that is known without reading a record. */
export interface KnownLine {
  readonly line: JournalLine;
  /** Form of a record to add. */
  readonly form?: RecordForm;
  /** Fields that get values. */
  readonly fields?: readonly RecordField[];
}

/** Work items, pulled one at a time when needed, so there may be any number of them. */
export type PlannedWork = AsyncIterable<Look | KnownLine> | Iterable<Look | KnownLine>;

export interface DryRun {
  readonly client: RecordService;
  readonly controller: ControllerName;
  readonly work: PlannedWork;
  readonly concurrency: number;
  /** Called in the order of the work. May return a promise to apply backpressure. */
  readonly onLine: (line: JournalLine) => Promise<void> | undefined;
  /** Called for each changed field that the form has. */
  readonly onField: (field: RecordField, cell: PlannedCell) => void;
  readonly signal: AbortSignal;
}

const maxTroubles = 5;

/** Reads every record's form and writes nothing. */
export async function dryRun(run: DryRun): Promise<void> {
  const { client, controller, signal } = run;
  let troubles = 0;
  let isAnswered = false;
  let lastTrouble: ServiceError | undefined;
  const lines = inOrder(run.work, run.concurrency, async (one): Promise<JournalLine> => {
    if (signal.aborted)
      throw new ServiceError('canceled', { doing: t('check the records'), why: t('it was canceled') });
    if (one.line) {
      // the form of a new record came from the service, too
      isAnswered ||= one.form !== undefined;
      if (one.line.type === 'record') reportFields(run, one.fields ?? [], one.line.cells ?? []);
      return one.form ? checkedLine(run, one.form, one.line) : one.line;
    }
    const { id, gone } = one;
    try {
      const line = await lineFor(run, one);
      troubles = 0;
      isAnswered = true;
      return line;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.scope === 'all') throw error;
      if (error.scope === 'passing') lastTrouble = error;
      else isAnswered = true;
      troubles = error.scope === 'passing' ? troubles + 1 : 0;
      if (troubles >= maxTroubles) throw error;
      const isGone = gone !== undefined && (await saysGone(error, client, controller, signal));
      return isGone ? gone : { type: 'left', id, name: '', how: 'refused', why: error.message };
    }
  });
  for await (const line of lines) await run.onLine(line);
  // if no record could be read, the service is at fault, not the records
  if (lastTrouble && !isAnswered) throw lastTrouble;
}

async function lineFor(run: DryRun, { id, plan, gone }: Look): Promise<JournalLine> {
  const { client, controller, signal } = run;
  const form = await client.open(controller, id, signal);
  const planned = plan(form);
  const name = recordNameFirst(form);
  if (planned.kind === 'refused') return { type: 'left', id, name, how: 'refused', why: planned.why };
  if (planned.kind === 'skipped') return { type: 'left', id, name, how: 'skipped', why: planned.why };
  if (planned.kind === 'unchanged') return { type: 'left', id, name, how: 'unchanged' };
  if (planned.kind === 'gone') return gone ?? { type: 'left', id, name, how: 'gone' };
  const since = planned.since === undefined ? {} : { since: planned.since };
  if (planned.kind === 'delete') {
    const held = contentDigest(form, planned.held ?? 'editable');
    const values = withoutSecrets(form, form.values, client.isSecret);
    return { type: 'record', id, name, action: 'delete', values, held, ...since };
  }
  reportFields(run, form.fields, planned.cells);
  return checkedLine(run, form, { type: 'record', id, name, cells: planned.cells, ...since });
}

function reportFields(
  { onField }: Pick<DryRun, 'onField'>,
  fields: readonly RecordField[],
  cells: readonly PlannedCell[],
): void {
  for (const cell of cells) {
    const field = fields.find(({ at }) => samePath(at, cell.at));
    if (field) onField(field, cell);
  }
}

/** Replaces the line with a skipped one if its save couldn't be sent. */
function checkedLine({ client }: DryRun, form: RecordForm, line: JournalLine): JournalLine {
  if (line.type !== 'record' || !line.cells) return line;
  try {
    client.checkSave(form, plannedValues(line.cells));
    return line;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { type: 'left', id: line.id, name: line.name, how: 'refused', why: error.message };
  }
}
