import { t } from '@vscode/l10n';
import type { RecordAddress } from '../../../model/address/address.ts';
import type { BulkChange } from '../../../model/bulk/bulkChange.ts';
import { runConnectionName } from '../../../model/bulk/bulkJournal.ts';
import type { BulkField } from '../../../model/bulk/bulkPlan.ts';
import type { BulkLedger } from '../../../model/bulk/bulkLedger.ts';
import { parseControllerName } from '../../../model/controller.ts';
import { ServiceError } from '../../../model/errors.ts';
import { formatNumber } from '../../../model/formatNumber.ts';
import { numberSetting } from '../../../platform/settings.ts';
import { sentenceOf, UserError, type ErrorReporter } from '../../../platform/errorReporter.ts';
import { savePlan } from '../../../platform/savePlan.ts';
import { saveReport } from '../../../platform/saveReport.ts';
import type { BulkState, ChangeInput, RunState, bulkHost } from '../bulkProtocol.ts';
import type { ReferenceMatches } from '../../../model/form/referenceValue.ts';
import type { PreparedRun } from '../../../services/bulk/preparedRun.ts';
import type { PlanProgress, BulkPlanner } from '../../../services/bulk/bulkPlanner.ts';
import type { BulkRunner } from '../../../services/bulk/bulkRunner.ts';
import type { BulkTarget } from '../../../services/bulk/collectIds.ts';
import { idsIn, plannedIds } from '../../../services/bulk/plannedIds.ts';
import { planText } from '../../../services/plan/planText.ts';
import { Emitter } from '../../../services/common/emitter.ts';
import { ShownRun, Preparation } from './bulkTasks.ts';
import type { BulkSubject, SavedSubject } from './bulkSubject.ts';
import { type LookUp, lookUp, type ReferenceDeps } from '../../../services/references/lookUp.ts';
import { type Connection, isSameAddress } from '../../../model/connection/connection.ts';
import { whyNotAllowed } from '../../../model/writePermission.ts';
import { progressWords } from '../../../platform/bulkProgress.ts';
import { confirmDelete, confirmSendAgain } from '../../../platform/confirmations.ts';
import { workingFirst } from '../../../platform/openRecords.ts';
import type { PlanHead } from '../../../model/plan/recordPlan.ts';
import { pickOne } from '../../../platform/ui/questions.ts';
import { inSteps } from '../../../platform/ui/steps.ts';
import type { Connections } from '../../../services/connections/connections.ts';
import { columnOfField } from '../../../services/import/findByField.ts';
import { importSubject } from '../../../services/import/importSubject.ts';
import { type PlanFile, type ReadPlan, readPlanFile } from '../../../services/plan/planFile.ts';
import type { MatchField } from '../../../services/plan/planMatch.ts';
import { preparePlan } from '../../../services/plan/preparePlan.ts';
import { NamedRecords } from '../../../services/references/namedRecords.ts';
import type { Uri } from 'vscode';
import type { ConnectionStatus } from '../../../platform/connectionStatus.ts';
import type { Log } from '../../../platform/log.ts';
import type { BulkRuns } from '../../../services/bulk/bulkRuns.ts';
import type { Clients } from '../../../services/connections/clients.ts';
import type { ReferenceSources } from '../../../services/references/referencedControllers.ts';

type Step = BulkState['step'];

/** One bulk operation, from choosing fields to the report. Its page shows the state and triggers the next step. */
export class BulkSession {
  readonly #deps: BulkDeps;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #preparation = new Preparation(() => this.#changed.fire());
  readonly #shownRun: ShownRun;
  #target: BulkTarget | undefined;
  #kind: 'edit' | 'delete' = 'edit';
  #step: Step = 'working';
  #fields: readonly BulkField[] = [];
  #drafts: readonly ChangeInput[] = [];
  #draft: PreparedRun | undefined;
  #ledger: BulkLedger | undefined;
  #note: string | undefined;
  #problem: string | undefined;
  #isClosed = false;
  #plan: OpenedPlan | undefined;
  /** True if the plan file has changed since it was read. */
  #isStale = false;
  /** True if a reported change of the plan file has not been checked yet. */
  #mayBeStale = false;
  /** True if the run was in progress in another window when it was read. */
  #isElsewhere = false;
  #opened: Promise<void> = Promise.resolve();

  constructor(deps: BulkDeps) {
    this.#deps = deps;
    this.#shownRun = new ShownRun({
      begun: (ledger) => {
        this.#ledger = ledger;
        this.#show('run');
      },
      changed: () => this.#changed.fire(),
      ended: (reason) => this.#show('run', reason && sentenceOf(t('The run'), reason)),
    });
  }

  get run(): string | undefined {
    return this.#draft ? undefined : this.#ledger?.plan.run;
  }

  /** The records that the page shows. */
  get ledger(): BulkLedger | undefined {
    return this.#step === 'working' ? this.#preparation.planned : this.#ledger;
  }

  /** Undefined if no run is in progress here. */
  get runner(): BulkRunner | undefined {
    return this.#shownRun.runner;
  }

  /** Subject to restore the tab after a reload. */
  get subject(): SavedSubject | undefined {
    const { run } = this;
    if (run !== undefined) return { kind: 'run', run };
    return this.#target && { kind: this.#kind, target: this.#target, drafts: this.#drafts };
  }

  /** True if the message is valid in the current state. */
  accepts(message: BulkMessage): boolean {
    const { isBeginning, runner } = this.#shownRun;
    const hasLedger = this.ledger !== undefined;
    return isAllowedNow(message, {
      step: this.#step,
      isBeginning,
      isRunning: runner !== undefined,
      hasLedger,
      isOfFile: this.#plan !== undefined,
    });
  }

  /** Resolves once the subject is shown. */
  get opened(): Promise<void> {
    return this.#opened;
  }

  open(subject: BulkSubject): Promise<void> {
    this.#opened = this.#open(subject);
    return this.#opened;
  }

  async #open(subject: BulkSubject): Promise<void> {
    if (subject.kind === 'run') return this.#showRun(subject.run);
    if (subject.kind === 'planned') return this.#setDraft(subject.draft);
    if (subject.kind === 'plan') {
      this.#plan = new OpenedPlan(subject.file, this.#deps);
      return this.begin();
    }
    this.#kind = subject.kind;
    this.#target = subject.target;
    this.#drafts = subject.drafts ?? [];
    await this.begin();
  }

  /** Finds the records, then their fields; deleting needs no fields. */
  async begin(): Promise<void> {
    if (this.#plan) return this.#readPlan(this.#plan);
    const target = this.#target;
    if (!target) return;
    const isFound = await this.#attempt(t('Finding the records'), 'choose', async (onProgress, signal) => {
      const { ids, notes } = await this.#deps.planner.collect(target, onProgress, signal);
      const { connection, controller, madeFor } = target;
      this.#target = { connection, controller, madeFor, ids };
      this.#note = notes.join(' ') || undefined;
      if (ids.length === 0) throw new UserError(t('There are no records to work on.'));
      if (this.#kind === 'delete') return;
      const { fields, why } = await this.#deps.planner.fields(target, ids, signal);
      this.#fields = fields;
      if (fields.length === 0) throw new UserError(why ?? t('No field of these records can be edited.'));
    });
    if (isFound && this.#kind === 'delete') await this.plan([]);
  }

  /** Lets the user choose another connection than the one that the plan was made on. */
  async chooseConnection(): Promise<void> {
    if (!this.#plan) return;
    await this.#plan.choose();
    await this.begin();
  }

  /** Called when VS Code reports a change of the plan file. A run continues. */
  planChanged(): void {
    this.#mayBeStale = true;
    void this.#checkFile().catch((error: unknown) => this.#deps.log.error(error));
  }

  /** VS Code reports file changes late, even of a file that was read since, and misses those made before its watcher starts. */
  async #checkFile(): Promise<void> {
    if (!this.#plan || this.#isStale || this.#step === 'working') return;
    this.#mayBeStale = false;
    if (!(await this.#plan.hasChanged())) return;
    this.#isStale = true;
    if (this.#step === 'preview') this.#show('preview');
  }

  /** Discards any previous draft. */
  async #readPlan(plan: OpenedPlan): Promise<void> {
    const draft = this.#draft;
    [this.#draft, this.#ledger, this.#note] = [undefined, undefined, undefined];
    await draft?.discard();
    await this.#attempt(t('Reading the plan'), 'choose', async (onProgress, signal) => {
      // a check in progress applies to the text that is being replaced
      [this.#isStale, this.#mayBeStale] = [false, false];
      this.#setDraft(await plan.prepare(onProgress, signal));
    });
    if (this.#mayBeStale) await this.#checkFile();
  }

  keepDrafts(drafts: readonly ChangeInput[]): void {
    this.#drafts = drafts;
  }

  async lookUp(name: string, asked: LookUp, signal: AbortSignal): Promise<ReferenceMatches> {
    const field = this.#fields.find((one) => one.field === name);
    if (!field || !this.#target) throw new UserError(t('This field no longer exists. Reload the record.'));
    return lookUp(this.#deps, this.#target.connection, field, asked, signal);
  }

  async plan(changes: readonly BulkChange[]): Promise<void> {
    const target = this.#target;
    if (!target) return;
    const names = changes.map(({ field }) => this.#fields.find((one) => one.field === field)?.label ?? field);
    await this.#attempt(t('Preparing the preview'), 'choose', async (onProgress, signal) => {
      const work = this.#kind === 'edit' ? ({ kind: 'edit', target, changes, names } as const) : undefined;
      const draft = await this.#deps.planner.prepare(work ?? { kind: 'delete', target }, onProgress, signal);
      this.#target = { ...target, ids: plannedIds(draft.ledger) };
      this.#setDraft(draft);
    });
  }

  async planUndo(): Promise<void> {
    const done = this.#ledger;
    if (!done || this.runner) return;
    await this.#attempt(t('Preparing the preview'), 'run', async (onProgress, signal) => {
      this.#setDraft(await this.#deps.planner.prepareUndo(done, onProgress, signal));
    });
  }

  /** Discards the draft. */
  async back(): Promise<void> {
    if (this.#step === 'working') return this.#preparation.cancel();
    const draft = this.#draft;
    if (!draft) return;
    this.#draft = undefined;
    this.#ledger = undefined;
    const { undoOf } = draft.ledger.plan;
    try {
      if (undoOf === undefined) await this.#keepIds(draft);
    } catch (error) {
      return this.#fail(t('Going back'), 'choose', error);
    } finally {
      await draft.discard();
    }
    if (undoOf !== undefined) return this.#showRun(undoOf);
    this.#show(
      'choose',
      this.#target || this.#plan
        ? undefined
        : t('The import was canceled: nothing was written. Import the file again to see the preview again.'),
    );
    if (this.#kind === 'delete') await this.begin();
  }

  /** Copies the ids from the draft's journal before the journal is deleted. */
  async #keepIds({ journal, ledger }: PreparedRun): Promise<void> {
    if (!this.#target) return;
    await journal.sync();
    this.#target = { ...this.#target, ids: await idsIn(this.#deps.runs.lines(ledger.plan.run)) };
  }

  setExcluded(ids: readonly string[], isDropped: boolean): void {
    if (!this.#draft) return;
    for (const id of ids) this.#draft.ledger.setExcluded(id, isDropped);
    this.#changed.fire();
  }

  async start(typed: string | null): Promise<void> {
    try {
      await this.#shownRun.begin(async () => {
        const draft = this.#draft;
        if (!draft || this.#step !== 'preview' || !(await this.#isConfirmed(draft, typed))) return undefined;
        if (draft.ledger.plan.undoOf === undefined) await this.#checkFile();
        if (this.#isClosed || this.#stale !== undefined) return undefined;
        const active = await this.#deps.runs.begin(draft);
        this.#draft = undefined;
        return active;
      });
    } catch (error) {
      this.#fail(t('The run'), 'preview', error);
    }
  }

  /** `retriesUnclear` also retries new records with an unknown outcome, once the user has checked them. */
  async resume(isRetry: boolean, retriesUnclear = false): Promise<void> {
    const { run } = this;
    if (run === undefined) return;
    try {
      await this.#shownRun.begin(async () => {
        if (retriesUnclear && !(await confirmUnclear(this.#ledger))) return undefined;
        return this.#deps.runs.resume(run, isRetry, retriesUnclear);
      });
    } catch (error) {
      this.#fail(t('The run'), 'run', error);
    }
  }

  async report(): Promise<void> {
    if (this.#ledger) await saveReport(this.#ledger, this.#deps.connections);
  }

  /** Saves the remaining changes of the preview as a plan, for review by others. */
  async savePlan(): Promise<void> {
    const draft = this.#draft;
    if (!draft) return;
    const { ledger } = draft;
    await draft.journal.sync();
    const { connections, runs } = this.#deps;
    const connection = runConnectionName(ledger.plan, connections);
    await savePlan(ledger.plan.title, planText(ledger, runs.lines(ledger.plan.run), connection));
  }

  /** Address of a record; undefined for one that was not added. */
  addressOf(id: string): RecordAddress | undefined {
    const { connection, controller: name } = controllerOf(this.ledger, this.#target);
    const controller = parseControllerName(name);
    const entry = this.ledger?.get(id);
    const found = entry?.action === 'add' ? entry.made : id;
    return controller && found !== undefined ? { kind: 'record', connection, controller, id: found } : undefined;
  }

  /** Connections that it writes to: one, or none until a plan is read. */
  get connections(): readonly string[] {
    const { connection } = controllerOf(this.#ledger, this.#target);
    return connection === '' ? [] : [connection];
  }

  get state(): BulkState {
    return bulkState({
      step: this.#step,
      kind: this.#kind,
      target: this.#target,
      work: this.#preparation.shown,
      fields: this.#fields,
      drafts: this.#drafts,
      ledger: this.#ledger,
      listed: this.ledger,
      plan: this.#plan?.shown ?? null,
      isPlan: this.#draft !== undefined,
      asksCount: this.#asksCount,
      runner: this.runner,
      isElsewhere: this.#isElsewhere,
      note: [this.#note, this.#plan?.elsewhere].filter((one) => one !== undefined).join(' ') || undefined,
      problem: this.#stale ?? this.#problem,
      connectionOf: (id) => this.#deps.connections.get(id),
    });
  }

  /** A run continues without its page; a draft is discarded. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#preparation.cancel();
    await this.#draft?.discard();
  }

  get #stale(): string | undefined {
    const isShown = this.#isStale && this.#step === 'preview' && this.#ledger?.plan.undoOf === undefined;
    return isShown ? t('The plan has changed since it was loaded. Reload it to see the current version.') : undefined;
  }

  /** Checks the typed count and prompts for confirmation. */
  async #isConfirmed(draft: PreparedRun, typed: string | null): Promise<boolean> {
    const count = draft.ledger.counts.waiting;
    if (count === 0) return false;
    if (this.#asksCount && typed?.replaceAll(/[\s.,’']/g, '') !== String(count)) {
      this.#show('preview', t('Type {0} to confirm.', formatNumber(count)));
      return false;
    }
    return confirmDeletes(draft.ledger);
  }

  get #asksCount(): boolean {
    return this.#draft !== undefined && this.#draft.ledger.counts.waiting > numberSetting('bulkAskCountAbove');
  }

  async #showRun(run: string): Promise<void> {
    const active = this.#deps.runs.active(run);
    if (active) return this.#shownRun.attach(active);
    await this.#attempt(t('Reading the journal'), 'run', async () => {
      this.#isElsewhere = await this.#deps.runs.isInProgress(run);
      this.#ledger = await this.#deps.runs.ledger(run);
      this.#show('run');
    });
  }

  #setDraft(draft: PreparedRun): void {
    if (this.#isClosed) return void draft.discard();
    this.#draft = draft;
    this.#ledger = draft.ledger;
    this.#note = draft.note ?? this.#note;
    this.#show('preview');
  }

  /** On failure or cancellation, returns to the given step and shows the reason. */
  async #attempt(
    words: string,
    otherwise: Step,
    work: (onProgress: PlanProgress, signal: AbortSignal) => Promise<void>,
  ): Promise<boolean> {
    const { onProgress, signal } = this.#preparation.begin(words);
    this.#show('working');
    try {
      await work(onProgress, signal);
      if (this.#step === 'working') this.#show(otherwise);
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'canceled') this.#show(otherwise);
      else this.#fail(words, otherwise, error);
      return false;
    }
  }

  #fail(what: string, step: Step, error: unknown): void {
    const sentence = sentenceOf(what, error);
    if (!(error instanceof Error) || sentence !== error.message) this.#deps.log.error(error);
    if (error instanceof ServiceError && error.code === 'notAllowed')
      this.#deps.log.warn(`A bulk run was refused: ${error.code}.`);
    this.#show(step, sentence);
  }

  #show(step: Step, problem?: string): void {
    this.#step = step;
    this.#problem = problem;
    this.#changed.fire();
  }
}

/** The state of a session. */
interface SessionFacts extends Pick<BulkState, 'step' | 'kind' | 'work' | 'fields' | 'drafts' | 'asksCount'> {
  readonly target: BulkTarget | undefined;
  readonly ledger: BulkLedger | undefined;
  /** The ledger whose records are listed: in preparation, those read so far. */
  readonly listed: BulkLedger | undefined;
  readonly plan: BulkState['plan'];
  /** True if the ledger belongs to a draft, not to a run. */
  readonly isPlan: boolean;
  /** Set while the run is in progress here. */
  readonly runner: BulkRunner | undefined;
  /** True if the run was in progress in another window when it was read. */
  readonly isElsewhere: boolean;
  readonly note: string | undefined;
  readonly problem: string | undefined;
  readonly connectionOf: (id: string) => Connection | undefined;
}

/** State sent to the page. */
function bulkState(facts: SessionFacts): BulkState {
  const { step, ledger, target, drafts, asksCount } = facts;
  const plan = ledger?.plan;
  const { connection, controller } = controllerOf(ledger, target);
  const kind = plan?.kind ?? facts.kind;
  const known = facts.connectionOf(connection);
  // a plan has no connection until it is read
  const whyNot = connection === '' ? undefined : whyNotAllowed(kind, known);
  return {
    step,
    kind,
    title: ledger ? ledgerTitle(ledger, facts) : facts.plan ? t('Plan {0}', facts.plan.name) : usualTitle(kind),
    connection: plan ? runConnectionName(plan, { get: facts.connectionOf }) : (known?.name ?? connection),
    controller,
    records: ledger?.entries.length ?? target?.ids?.length ?? null,
    work: step === 'working' ? facts.work : null,
    fields: step === 'choose' ? facts.fields : [],
    drafts,
    counts: facts.listed ? { ...facts.listed.counts } : null,
    version: facts.listed?.version ?? 0,
    way: plan?.way ?? null,
    isUndo: plan?.undoOf !== undefined,
    plan: facts.plan,
    changedSince: ledger?.changedSince ?? 0,
    adds: ledger?.actions.add ?? 0,
    deletes: ledger?.actions.delete ?? 0,
    asksCount,
    run: facts.isPlan || !ledger ? null : runState(ledger, facts),
    note: facts.note ?? null,
    problem: facts.problem ?? whyNot ?? null,
    canWrite: whyNot === undefined && connection !== '',
  };
}

/** What will be done or, after the run, what was done. */
function ledgerTitle(ledger: BulkLedger, { isPlan, runner }: SessionFacts): string {
  const { plan, counts, entries, labels } = ledger;
  if (isPlan || runner) return plan.title;
  const figures = [formatNumber(counts.done), formatNumber(entries.length)] as const;
  if (plan.undoOf !== undefined || plan.madeFrom !== undefined)
    return t('{0}: {1} of {2} done', plan.title, ...figures);
  return plan.kind === 'delete'
    ? t('{0} of {1} deleted', ...figures)
    : t('{0}: {1} of {2} changed', [...labels.values()].join(', '), ...figures);
}

function usualTitle(kind: BulkState['kind']): string {
  return kind === 'edit' ? t('Edit records') : t('Delete records');
}

/** Names of the records' connection and controller. */
function controllerOf(
  ledger: BulkLedger | undefined,
  target: BulkTarget | undefined,
): { readonly connection: string; readonly controller: string } {
  if (ledger) return ledger.plan;
  return target ? { connection: target.connection, controller: target.controller } : { connection: '', controller: '' };
}

function runState(ledger: BulkLedger, { runner, isElsewhere }: SessionFacts): RunState {
  const { plan } = ledger;
  return {
    id: plan.run,
    status: runner?.status ?? ledger.ended ?? 'stopped',
    pace: runner ? progressWords(runner) : [],
    canUndo: !runner && !isElsewhere && ledger.canBeUndone,
    unclearAdds: runner ? 0 : ledger.countOf('add', 'unclear'),
  };
}

type BulkMessage = keyof typeof bulkHost.requests | keyof typeof bulkHost.events;

/** State that determines which messages are allowed. */
interface BulkStatus {
  readonly step: BulkState['step'];
  /** True if a run is about to start or resume. */
  readonly isBeginning: boolean;
  readonly isRunning: boolean;
  /** True if there is a draft or a run. */
  readonly hasLedger: boolean;
  /** True if it comes from a plan file. */
  readonly isOfFile: boolean;
}

const always = (): boolean => true;
const whilePreviewed = ({ step, isBeginning }: BulkStatus): boolean => step === 'preview' && !isBeginning;
const whilePlanned = (status: BulkStatus): boolean =>
  status.isOfFile && (status.step === 'choose' || whilePreviewed(status));
const whileRunning = ({ isRunning }: BulkStatus): boolean => isRunning;
const afterward = ({ step, isBeginning, isRunning }: BulkStatus): boolean =>
  step === 'run' && !isBeginning && !isRunning;

const allowedWhen: Readonly<Record<BulkMessage, (status: BulkStatus) => boolean>> = {
  start: always,
  rows: always,
  drafts: always,
  lookUp: ({ step }) => step === 'choose',
  plan: ({ step }) => step === 'choose',
  back: (status) => status.step === 'working' || whilePreviewed(status),
  setExcluded: whilePreviewed,
  begin: whilePreviewed,
  pause: whileRunning,
  continue: whileRunning,
  cancel: whileRunning,
  resume: afterward,
  retry: (status) => afterward(status) || (status.step === 'choose' && !status.hasLedger),
  retryUnclear: afterward,
  undo: afterward,
  report: ({ hasLedger, step }) => hasLedger && step !== 'working',
  savePlan: whilePreviewed,
  readAgain: whilePlanned,
  chooseConnection: whilePlanned,
  openText: ({ isOfFile }) => isOfFile,
  openRecord: ({ hasLedger }) => hasLedger,
};

/** Rejects late messages from a page that is out of date, and arbitrary messages from a compromised one. */
function isAllowedNow(message: BulkMessage, status: BulkStatus): boolean {
  return allowedWhen[message](status);
}

/* Asks for confirmation before a run starts or resumes. */

async function confirmDeletes(ledger: BulkLedger): Promise<boolean> {
  const deletes = ledger.countOf('delete', 'waiting');
  if (deletes === 0) return true;
  const [only] = deletes === 1 ? ledger.inState(['waiting'], 'delete') : [];
  return confirmDelete(deletes, only?.name);
}

async function confirmUnclear(ledger: BulkLedger | undefined): Promise<boolean> {
  const unclear = Array.from(ledger?.inState(['unclear'], 'add') ?? [], ({ name }) => name);
  return unclear.length > 0 && confirmSendAgain(unclear);
}

interface OpenedPlanDeps extends ReferenceDeps {
  readonly connections: Connections;
  readonly planner: BulkPlanner;
}

interface RunTarget {
  readonly connection: string;
  readonly madeFor: string;
  readonly match: MatchField | undefined;
}

/**
 * A plan shown by a page. It names no service to send to: its connection is one known to this window, or chosen by the
 * user.
 */
class OpenedPlan {
  readonly #file: PlanFile;
  readonly #deps: OpenedPlanDeps;
  #read: ReadPlan | undefined;
  #chosen: RunTarget | undefined;
  /** Set if the plan runs on another service than the one it was made for. */
  #target: Pick<RunTarget, 'connection' | 'match'> | undefined;

  constructor(file: PlanFile, deps: OpenedPlanDeps) {
    this.#file = file;
    this.#deps = deps;
  }

  /** Info for the page header. */
  get shown(): BulkState['plan'] {
    const head = this.#read?.head;
    const { address, madeBy, madeAt, why } = head ?? {};
    const made = Date.parse(madeAt ?? '');
    return {
      name: this.#file.name,
      isRead: this.#read !== undefined,
      connection: head ? this.#nameNow(head) : '',
      address: address ?? '',
      madeBy: madeBy ?? '',
      madeAt: Number.isNaN(made) ? null : made,
      why: why ?? '',
    };
  }

  /** Reads the plan and re-reads all its records. Writes nothing. */
  async prepare(onProgress: PlanProgress, signal: AbortSignal): Promise<PreparedRun> {
    this.#read = undefined;
    const read = await readPlanFile(this.#file, signal);
    this.#read = read;
    const { connection, madeFor, match } = this.#chosen ?? {
      connection: this.#ownConnection(read.head).id,
      madeFor: read.head.address,
      match: undefined,
    };
    const isElsewhere = !this.#isOwn(read.head, connection);
    const references = new NamedRecords(this.#deps);
    const target = { connection, madeFor, isElsewhere, ...(match && { match }) };
    this.#target = isElsewhere ? { connection, match } : undefined;
    return preparePlan({ ...this.#deps, references }, read, target, onProgress, signal);
  }

  /** True if the file has changed since it was read. False if it was read again during the check. */
  async hasChanged(): Promise<boolean> {
    const read = this.#read;
    return read !== undefined && !(await read.isUnchanged()) && read === this.#read;
  }

  /** Warning if the plan would run on another service than the one it was made for. */
  get elsewhere(): string | undefined {
    const head = this.#read?.head;
    return head && this.#target && this.#elsewhere(head, this.#target.connection, this.#target.match);
  }

  /** Current name of the connection that the plan was made on. */
  #nameNow({ connection: name, address }: PlanHead): string {
    const there = this.#deps.connections.all().filter((one) => isSameAddress(one.baseUrl, address));
    return there.some((one) => one.name === name) ? name : (there[0]?.name ?? name);
  }

  /** Lets the user choose where to run the plan and, on another service, how to find its records. */
  async choose(): Promise<void> {
    const read = this.#read;
    if (!read) return;
    this.#chosen = await inSteps(1, async () => {
      const title = t('Run {0}', this.#file.name);
      const open = this.#deps.connections.all().filter((one) => whyNotAllowed('edit', one) === undefined);
      const all = workingFirst(open, ({ id }) => id);
      if (all.length === 0) throw new UserError(t('There is no connection that allows changes. Add one first.'));
      const { connection } = await pickOne(
        all.map((one) => ({ label: one.name, description: one.baseUrl, connection: one.id })),
        { title, placeHolder: t('On which connection?') },
      );
      const isElsewhere = !this.#isOwn(read.head, connection);
      const madeFor = this.#deps.connections.addressOf(connection);
      return {
        connection,
        madeFor,
        match: isElsewhere ? await this.#askMatch(read, connection, title) : undefined,
      };
    });
  }

  async #askMatch({ head, counts }: ReadPlan, connection: string, title: string): Promise<MatchField | undefined> {
    if (counts.edit + counts.delete === 0) return undefined;
    const client = await this.#deps.clients.get(connection);
    const subject = await importSubject(client, head.controller, undefined, new AbortController().signal);
    const shown = subject.form.fields.flatMap((field) => {
      const column = field.reference ? undefined : columnOfField(subject, field);
      return column ? [{ field, column }] : [];
    });
    const { match } = await pickOne(
      [
        { label: t('By id'), match: undefined },
        ...shown.map((one) => ({ label: t('By “{0}”', one.field.label), match: one })),
      ],
      { title, placeHolder: t('How should its records be matched there?') },
    );
    const origin = this.#deps.connections.all().find((one) => isSameAddress(one.baseUrl, head.address));
    return match && { ...match, origin: origin && (await this.#deps.clients.get(origin.id)) };
  }

  #elsewhere(head: PlanHead, connection: string, match: MatchField | undefined): string {
    const here = this.#deps.connections.get(connection);
    const [from, to] = [
      t('{0} ({1})', this.#nameNow(head), head.address),
      t('{0} ({1})', here?.name ?? '', here?.baseUrl ?? ''),
    ];
    return match
      ? t(
          'This plan was made for {0}. It would run on {1}, on the records with the same “{2}”.',
          from,
          to,
          match.field.label,
        )
      : t('This plan was made for {0}. It would run on {1}, on the records with the same ids.', from, to);
  }

  /** The connection that the plan was made on, if it still leads to the same service. */
  #ownConnection({ connection: name, address }: PlanHead): Connection {
    const all = this.#deps.connections.all();
    const there = all.filter((one) => isSameAddress(one.baseUrl, address));
    const named = all.find((one) => one.name === name);
    const found = there.find((one) => one.name === name) ?? (there.length === 1 ? there[0] : undefined);
    if (found) return found;
    if (named && this.#isTemporary(named)) return named;
    if (named)
      throw new UserError(
        t(
          'Could not open {0}: it was made for {1}, but the connection {2} points to {3}. Choose the connection to run it on.',
          this.#file.name,
          address,
          name,
          named.baseUrl,
        ),
      );
    throw new UserError(
      t(
        'Could not open {0}: this window has no connection {1} ({2}). Choose the connection to run it on.',
        this.#file.name,
        name,
        address,
      ),
    );
  }

  #isOwn({ connection: name, address }: PlanHead, id: string): boolean {
    const found = this.#deps.connections.get(id);
    return (
      found !== undefined &&
      (isSameAddress(found.baseUrl, address) || (found.name === name && this.#isTemporary(found)))
    );
  }

  /** A temporary connection, such as the demo, has a new address each time. */
  #isTemporary({ id }: Connection): boolean {
    return !this.#deps.connections.isPersisted(id);
  }
}

/** Dependencies shared by all bulk pages. */
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
