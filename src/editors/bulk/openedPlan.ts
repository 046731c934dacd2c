import { t } from '@vscode/l10n';
import { workingFirst } from '../../platform/openRecords.ts';
import { type Connection, isSameAddress } from '../../model/connection/connection.ts';
import type { PlanHead } from '../../model/plan/recordPlan.ts';
import { whyNotAllowed } from '../../model/writePermission.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { pickOne } from '../../platform/ui/questions.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import type { BulkState } from '../../protocol/bulkProtocol.ts';
import type { BulkDraft } from '../../services/bulk/bulkDraft.ts';
import type { BulkPlanner, PlanProgress } from '../../services/bulk/bulkPlanner.ts';
import type { Connections } from '../../services/connections/connections.ts';
import { columnOfField } from '../../services/import/findByField.ts';
import { importSubject } from '../../services/import/importSubject.ts';
import { type PlanFile, type ReadPlan, readPlanFile } from '../../services/plan/planFile.ts';
import type { MatchField } from '../../services/plan/planMatch.ts';
import { preparePlan } from '../../services/plan/preparePlan.ts';
import type { ReferenceDeps } from '../../services/references/lookUp.ts';
import { NamedRecords } from '../../services/references/namedRecords.ts';

interface OpenedPlanDeps extends ReferenceDeps {
  readonly connections: Connections;
  readonly planner: BulkPlanner;
}

interface ChosenPlace {
  readonly connection: string;
  readonly madeFor: string;
  readonly match: MatchField | undefined;
}

/** A plan that a page shows. It names no service to send to: its connection is one that this window knows, or that a person chose. */
export class OpenedPlan {
  readonly #file: PlanFile;
  readonly #deps: OpenedPlanDeps;
  #read: ReadPlan | undefined;
  #chosen: ChosenPlace | undefined;
  /** Of another service than the one that it was made for. */
  #target: Pick<ChosenPlace, 'connection' | 'match'> | undefined;

  constructor(file: PlanFile, deps: OpenedPlanDeps) {
    this.#file = file;
    this.#deps = deps;
  }

  /** For the head of the page. */
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

  /** Reads the plan and every record of it anew. Nothing is written. */
  async prepare(onProgress: PlanProgress, signal: AbortSignal): Promise<BulkDraft> {
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
    const place = { connection, madeFor, isElsewhere, ...(match && { match }) };
    this.#target = isElsewhere ? { connection, match } : undefined;
    return preparePlan({ ...this.#deps, references }, read, place, onProgress, signal);
  }

  /** Says so where it would run on another service than the one that it was made for. */
  get elsewhere(): string | undefined {
    const head = this.#read?.head;
    return head && this.#target && this.#elsewhere(head, this.#target.connection, this.#target.match);
  }

  /** How the connection that it was made on is called now. */
  #nameNow({ connection: name, address }: PlanHead): string {
    const there = this.#deps.connections.all().filter((one) => isSameAddress(one.baseUrl, address));
    return there.some((one) => one.name === name) ? name : (there[0]?.name ?? name);
  }

  /** Lets a person say where it is to run, and in another service how its records are found. */
  async choose(): Promise<void> {
    const read = this.#read;
    if (!read) return;
    this.#chosen = await inSteps(1, async () => {
      const title = t('Run {0}', this.#file.name);
      const open = this.#deps.connections.all().filter((one) => whyNotAllowed('edit', one) === undefined);
      const all = workingFirst(open, ({ id }) => id);
      if (all.length === 0)
        throw new UserError(t('There is no connection that lets anything be written. Add one first.'));
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
        { label: t('By their ids'), match: undefined },
        ...shown.map((one) => ({ label: t('By “{0}”', one.field.label), match: one })),
      ],
      { title, placeHolder: t('How are its records found there?') },
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
          'This plan was made for {0}. It would run on {1}, on the records that have the same “{2}”.',
          from,
          to,
          match.field.label,
        )
      : t('This plan was made for {0}. It would run on {1}, on the records that have the same ids.', from, to);
  }

  /** The connection that it was made on, if that leads to the same service still. */
  #ownConnection({ connection: name, address }: PlanHead): Connection {
    const all = this.#deps.connections.all();
    const there = all.filter((one) => isSameAddress(one.baseUrl, address));
    const named = all.find((one) => one.name === name);
    const found = there.find((one) => one.name === name) ?? (there.length === 1 ? there[0] : undefined);
    if (found) return found;
    if (named && this.#isLent(named)) return named;
    if (named)
      throw new UserError(
        t(
          'Could not open {0}: it was made for {1}, and the connection {2} leads to {3}. Choose the connection that it is to run on.',
          this.#file.name,
          address,
          name,
          named.baseUrl,
        ),
      );
    throw new UserError(
      t(
        'Could not open {0}: this window has no connection {1} ({2}). Choose the connection that it is to run on.',
        this.#file.name,
        name,
        address,
      ),
    );
  }

  #isOwn({ connection: name, address }: PlanHead, id: string): boolean {
    const found = this.#deps.connections.get(id);
    return (
      found !== undefined && (isSameAddress(found.baseUrl, address) || (found.name === name && this.#isLent(found)))
    );
  }

  /** What is lent, such as the demo, has a new address each time. */
  #isLent({ id }: Connection): boolean {
    return !this.#deps.connections.isKept(id);
  }
}
