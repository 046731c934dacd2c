// A window that does bulk work until it is killed: starts the run, or resumes the one it finds.
import type { PreparedRun } from '../../src/services/bulk/preparedRun.ts';
import { writePlan } from '../../src/model/plan/recordPlan.ts';
import { readPlanFile } from '../../src/services/plan/planFile.ts';
import { preparePlan } from '../../src/services/plan/preparePlan.ts';
import { bulkParts, leadsController } from '../support/bulkParts.ts';
import { namedRecords } from '../support/references.ts';

/** Start options, from the environment. */
export interface WindowSettings {
  readonly url: string;
  readonly folder: string;
  readonly timeoutMs: number;
  /** `plan`: edits each record as a file specifies. */
  readonly kind: 'edit' | 'delete' | 'plan';
  readonly records: number;
  /** `endpoint`: a hundred records per request, through the service's own bulk endpoint. */
  readonly way: 'records' | 'endpoint';
}

const ids = { method: 'post', ids: 'ids[]', idsAs: 'repeated' } as const;
const endpoints = {
  bulkEdit: { path: '{module}/{controller}/edit_selected.json', ...ids },
  bulkDelete: { path: '{module}/{controller}/delete_selected.json', ...ids },
} as const;

const settings = JSON.parse(process.env['RECORDBENCH_WINDOW'] ?? '{}') as WindowSettings;
const { url, folder, timeoutMs, kind, way, records } = settings;
const choices = way === 'endpoint' ? endpoints : {};
const parts = await bulkParts(url, { folder, timeoutMs, concurrency: 8, choices });
const [known] = await parts.runs.list();
const begun =
  known === undefined ? await parts.runs.begin(await planned()) : await parts.runs.resume(known.plan.run, true);
process.send?.('begun');
await begun.ended;
// reports only what was sent; the test checks the rest on the service
process.exit(begun.runner.ledger.ended === 'finished' && begun.runner.ledger.counts.failed === 0 ? 0 : 1);

/** On a busy machine a read may time out and its record is skipped; then plans again. */
async function planned(): Promise<PreparedRun> {
  for (;;) {
    const draft = await made();
    if (draft.ledger.counts.refused === 0 && draft.ledger.plan.way === way) return draft;
    await draft.discard();
  }
}

async function made(): Promise<PreparedRun> {
  if (kind === 'edit') return parts.edit({}, { field: 'city', kind: 'set', value: 'Pune' });
  if (kind === 'delete') return parts.remove({});
  const never = new AbortController().signal;
  const connection = parts.connections.all()[0]?.id ?? '';
  const references = namedRecords(parts.connections, parts.clients);
  const read = await readPlanFile({ name: 'cities.recordplan.json', pieces: planPieces }, never);
  const place = { connection, madeFor: parts.connections.addressOf(connection), isElsewhere: false };
  const draft = await preparePlan({ ...parts, references }, read, place, () => undefined, never);
  draft.ledger.setExcluded('1', false);
  return draft;
}

async function* planPieces(): AsyncGenerator<string> {
  const about = { madeBy: '', madeAt: '', why: '' };
  const head = { connection: 'Test', address: url, controller: leadsController, ...about };
  const fields = [{ field: 'city', was: 'Goa', becomes: 'Pune' }];
  const operations = Array.from({ length: records }, (_, at) => {
    return { do: 'edit', id: String(at + 1), name: '', fields } as const;
  });
  yield* writePlan(head, operations);
}
