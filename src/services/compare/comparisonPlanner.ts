import { t } from '@vscode/l10n';
import {
  type CopyableField,
  copyableFields,
  mayBePlanned,
  type PlanChoice,
  plannedOperation,
} from '../../model/compare/comparisonPlan.ts';
import type { Side } from '../../model/compare/comparison.ts';
import { isSameAddress } from '../../model/connection/connection.ts';
import { UserFacingError } from '../../model/errors.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { operationLine, planEnd, planStart } from '../../model/plan/recordPlan.ts';
import type { Clients } from '../connections/clients.ts';
import type { WriteGuard } from '../connections/writeGuard.ts';
import { importSubject } from '../import/importSubject.ts';
import type { NamedRecords } from '../references/namedRecords.ts';
import { ReferenceMapper } from './referenceMapper.ts';
import type { ComparisonSubject } from './comparisonSubject.ts';
import { MissingRecords } from './missingRecords.ts';
import type { ResultReader } from './resultFiles.ts';
import { wholeEntries } from './wholeEntries.ts';

export interface ComparisonPlannerDeps {
  readonly clients: Pick<Clients, 'get'>;
  readonly guard: Pick<WriteGuard, 'checkService'>;
  readonly references: Pick<NamedRecords, 'find'>;
}

/** Turns the differences of a comparison into a plan that changes one side. */
export class ComparisonPlanner {
  readonly #subject: ComparisonSubject;
  readonly #deps: ComparisonPlannerDeps;
  readonly #signal: AbortSignal;
  readonly #clients: Pick<Clients, 'get'>;
  #mapper: ReferenceMapper | undefined;
  #missing: MissingRecords | undefined;

  constructor(subject: ComparisonSubject, deps: ComparisonPlannerDeps, signal: AbortSignal) {
    this.#subject = subject;
    this.#deps = deps;
    this.#signal = signal;
    this.#assertSameServices();
    this.#clients = {
      get: async (id) => {
        this.#assertSameServices();
        return deps.clients.get(id);
      },
    };
  }

  /** Describes what was skipped, in sentences; undefined if nothing was. Set once the whole plan was generated. */
  get left(): string | undefined {
    const named = [...(this.#mapper?.left ?? [])].map(([label, count]) => `${label} (${formatNumber(count)})`);
    const records = this.#missing?.left ?? 0;
    const sentences = [
      ...(named.length === 0
        ? []
        : [
            t(
              'Skipped, because the other side does not have exactly one record or choice with the same name: {0}.',
              named.join(', '),
            ),
          ]),
      ...(records === 0
        ? []
        : [
            t(
              'Not added or deleted, because they exist, or may exist, on the other side outside its list view: {0}.',
              formatNumber(records),
            ),
          ]),
    ];
    return sentences.join(' ') || undefined;
  }

  /** Returns the fields that can be changed on a side. */
  async fieldsOf(target: Side): Promise<readonly CopyableField[]> {
    const { list } = this.#subject.sides[target];
    if (!list) throw new UserFacingError(t("Could not make a plan: a plan can't change a file."));
    const client = await this.#clients.get(list.connection);
    const form = await importSubject(client, list.controller, list.listView, this.#signal);
    return copyableFields(this.#subject.fields, target, form);
  }

  /** Returns the text of the plan in chunks, because it may have a million operations; undefined if it has none. */
  async plan(
    result: Pick<ResultReader, 'all'>,
    choice: PlanChoice,
  ): Promise<AsyncGenerator<string, void, void> | undefined> {
    const pieces = this.#pieces(result, choice);
    const first = await pieces.next();
    return first.done ? undefined : withFirst(first.value, pieces);
  }

  async *#pieces(result: Pick<ResultReader, 'all'>, choice: PlanChoice): AsyncGenerator<string, void, void> {
    const { fields, sides } = this.#subject;
    const { list, service } = sides[choice.target];
    if (!list || service === undefined) return;
    const { connection } = await this.#clients.get(list.connection);
    const isOneService = sides.every((side) => side.service !== undefined && isSameAddress(side.service, service));
    const { references } = this.#deps;
    const mapper = new ReferenceMapper(
      choice.fields,
      isOneService ? undefined : (field, name) => references.find(connection.id, field, name),
    );
    const missing = new MissingRecords(this.#subject, this.#clients, this.#signal);
    [this.#mapper, this.#missing] = [mapper, missing];
    const head = planStart({
      connection: connection.name,
      address: service,
      controller: list.controller,
      madeBy: 'Recordbench',
      madeAt: new Date().toISOString(),
      why: whyPlanned(this.#subject),
    });
    let isFirst = true;
    for await (const entries of result.all('all')) {
      this.#assertSameServices();
      const chosen = await missing.keepMissing(entries.filter((entry) => mayBePlanned(choice, entry)));
      for (const entry of await wholeEntries(chosen, this.#subject, choice.fields, this.#clients)) {
        const planned = plannedOperation(fields, choice, entry, (label) => mapper.leave(label));
        const operation = planned && (await mapper.resolve(planned));
        if (!operation) continue;
        yield `${isFirst ? head : ''}${operationLine(operation, isFirst)}`;
        isFirst = false;
      }
    }
    if (!isFirst) yield planEnd;
  }

  /** A comparison may be a week old; its results apply only to the services that were read. */
  #assertSameServices(): void {
    for (const { list, service } of this.#subject.sides) {
      if (!list) continue;
      if (service === undefined)
        throw new UserFacingError(
          t("Could not make a plan: this comparison doesn't say which services it read. Compare again."),
        );
      this.#deps.guard.checkService(list.connection, t('make a plan'), service);
    }
  }
}

/** Includes the addresses, because the names of connections may change later. */
function whyPlanned({ sides }: ComparisonSubject): string {
  return sides.map(({ name, service }) => (service === undefined ? name : `${name} (${service})`)).join(' ↔ ');
}

async function* withFirst(
  first: string,
  others: AsyncGenerator<string, void, void>,
): AsyncGenerator<string, void, void> {
  yield first;
  yield* others;
}
