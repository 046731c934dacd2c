import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { carriedFields, mayBePlanned, type PlanChoice, plannedOperation } from '../../model/compare/comparisonPlan.ts';
import type { EntryKind, Side } from '../../model/compare/comparison.ts';
import { type Connection, isSameAddress } from '../../model/connection/connection.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { operationLine, planEnd, planStart } from '../../model/plan/recordPlan.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { savePlan } from '../../platform/savePlan.ts';
import { showInformation } from '../../platform/ui/notifications.ts';
import { pickMany, pickOne } from '../../platform/ui/questions.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import type { Clients } from '../../services/connections/clients.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import type { Comparison } from '../../services/compare/comparer.ts';
import { CarriedReferences } from '../../services/compare/carriedReferences.ts';
import { MissingRecords } from '../../services/compare/missingRecords.ts';
import { wholeEntries } from '../../services/compare/wholeEntries.ts';
import { importSubject } from '../../services/import/importSubject.ts';
import type { NamedRecords } from '../../services/references/namedRecords.ts';
import { type ComparerDeps, type ComparisonSubject, sideTitle, subjectTitle } from './comparisonSubject.ts';

interface PlanComparisonDeps extends Pick<ComparerDeps, 'connections'> {
  readonly clients: Pick<Clients, 'get'>;
  readonly guard: Pick<WriteGuard, 'checkService'>;
  readonly references: Pick<NamedRecords, 'find'>;
}

/** Asks which side becomes like the other and in what, and writes that down as a plan, which is then opened. */
export async function planComparison(
  subject: ComparisonSubject,
  { summary, result }: Comparison,
  deps: PlanComparisonDeps,
): Promise<void> {
  const { references, connections } = deps;
  const assertCompared = (): void => assertSameServices(subject, deps.guard);
  assertCompared();
  const clients: PlanComparisonDeps['clients'] = {
    get: async (id) => {
      assertCompared();
      return deps.clients.get(id);
    },
  };
  const { choice, connection } = await inSteps(2, async () => {
    const target = await askTarget(subject, connections);
    const list = subject.sides[target].list;
    if (!list) throw new UserError(t('Could not make a plan: a file cannot be changed by one.'));
    const client = await clients.get(list.connection);
    const signal = new AbortController().signal;
    const form = await importSubject(client, list.controller, list.listView, signal);
    const fields = carriedFields(subject.fields, target, form);
    const isDeletable = { onlyHere: target === 0, onlyThere: target === 1 };
    const records = (['onlyHere', 'onlyThere'] as const).map((kind) => ({
      kind,
      isDelete: isDeletable[kind],
      count: summary.isComplete ? summary.counts[kind] : 0,
    }));
    return {
      choice: { target, ...(await askWork(fields, summary.byField, records)) } satisfies PlanChoice,
      connection: client.connection,
    };
  });
  const { service: changed = '' } = subject.sides[choice.target];
  const isOneService = subject.sides.every(({ service }) => service !== undefined && isSameAddress(service, changed));
  const carried = new CarriedReferences(
    choice.fields,
    isOneService ? undefined : (field, name) => references.find(connection.id, field, name),
  );
  const missing = new MissingRecords(subject, clients, new AbortController().signal);
  const pieces = planPieces(subject, choice, connection, result, clients, carried, missing, assertCompared);
  const first = await pieces.next();
  if (first.done)
    throw new UserError(
      leftText(carried, missing) ?? t('Nothing of what you chose differs, so there is nothing to plan.'),
    );
  const isSaved = await savePlan(subjectTitle(subject, connections), withFirst(first.value, pieces));
  const left = leftText(carried, missing);
  if (isSaved && left !== undefined) void showInformation(left);
}

/** A comparison may be a week old: what it says is of the services that it read, and of no others. */
function assertSameServices({ sides }: ComparisonSubject, guard: PlanComparisonDeps['guard']): void {
  for (const { list, service } of sides) {
    if (!list) continue;
    if (service === undefined)
      throw new UserError(
        t('Could not make a plan: this comparison does not say which services it read. Compare again.'),
      );
    guard.checkService(list.connection, t('make a plan'), service);
  }
}

function leftText({ left }: CarriedReferences, missing: MissingRecords): string | undefined {
  const named = [...left].map(([label, count]) => `${label} (${formatNumber(count)})`);
  const sentences = [
    left.size === 0
      ? undefined
      : t('Not carried over, as no one record or choice of the other side is called the same: {0}.', named.join(', ')),
    missing.left === 0
      ? undefined
      : t(
          'Neither added nor deleted, as the other side has them outside of its list view, or may have: {0}.',
          formatNumber(missing.left),
        ),
  ];
  return sentences.filter((sentence) => sentence !== undefined).join(' ') || undefined;
}

async function askTarget({ sides }: ComparisonSubject, connections: ComparerDeps['connections']): Promise<Side> {
  const titles = sides.map((side) => sideTitle(side, connections));
  const lines = ([0, 1] as const).flatMap((side) => {
    if (!sides[side].list) return [];
    const [own = '', other = ''] = side === 0 ? titles : titles.toReversed();
    return [{ label: t('Change {0}', own), description: t('so that it is like {0}', other), side }];
  });
  const picked = await pickOne(lines, {
    title: t('Make a Plan'),
    placeHolder: t('Which side is to be changed? Nothing is written yet.'),
    matchOnDescription: true,
  });
  return picked.side;
}

interface RecordsLine {
  readonly kind: EntryKind;
  readonly isDelete: boolean;
  readonly count: number;
}

/** Fields and records in one list: what is checked is carried over. To add and to delete is nobody's first choice. */
async function askWork(
  fields: PlanChoice['fields'],
  byField: readonly number[],
  records: readonly RecordsLine[],
): Promise<Pick<PlanChoice, 'fields' | 'adds' | 'deletes'>> {
  const fieldLines = fields.map((field) => {
    const count = byField[field.at] ?? 0;
    return { label: field.label, description: t('differs in {0}', formatNumber(count)), picked: count > 0, field };
  });
  const recordLines = records
    .filter(({ count }) => count > 0)
    .map(({ isDelete, count }) => ({
      label: isDelete ? t('Delete what the other side does not have') : t('Add what only the other side has'),
      description: formatNumber(count),
      picked: false,
      isDelete,
    }));
  if (fieldLines.length === 0 && recordLines.length === 0)
    throw new UserError(t('Could not make a plan: none of the fields that differ can be changed on that side.'));
  const heading = (label: string): vscode.QuickPickItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const chosen = await pickMany<
    vscode.QuickPickItem & Partial<{ field: PlanChoice['fields'][number]; isDelete: boolean }>
  >(
    [
      ...(fieldLines.length > 0 ? [heading(t('Fields to carry over')), ...fieldLines] : []),
      ...(recordLines.length > 0 ? [heading(t('Records')), ...recordLines] : []),
    ],
    { title: t('Make a Plan'), placeholder: t('What is to be carried over?') },
  );
  return {
    fields: chosen.flatMap(({ field }) => field ?? []),
    adds: chosen.some(({ isDelete }) => isDelete === false),
    deletes: chosen.some(({ isDelete }) => isDelete === true),
  };
}

/** By the addresses: the file outlives the names of connections. */
function whyPlanned({ sides }: ComparisonSubject): string {
  return sides.map(({ name, service }) => (service === undefined ? name : `${name} (${service})`)).join(' ↔ ');
}

/** Piece by piece: it may have a million operations. Nothing at all where there is none. */
async function* planPieces(
  subject: ComparisonSubject,
  choice: PlanChoice,
  connection: Connection,
  result: Comparison['result'],
  clients: Pick<Clients, 'get'>,
  carried: CarriedReferences,
  missing: MissingRecords,
  assertCompared: () => void,
): AsyncGenerator<string, void, void> {
  const { fields, sides } = subject;
  const { list, service } = sides[choice.target];
  if (!list || service === undefined) return;
  const head = planStart({
    connection: connection.name,
    address: service,
    controller: list.controller,
    madeBy: 'Recordbench',
    madeAt: new Date().toISOString(),
    why: whyPlanned(subject),
  });
  let isFirst = true;
  for await (const entries of result.all('all')) {
    assertCompared();
    const chosen = await missing.keepMissing(entries.filter((entry) => mayBePlanned(choice, entry)));
    for (const entry of await wholeEntries(chosen, subject, choice.fields, clients)) {
      const planned = plannedOperation(fields, choice, entry, (label) => carried.leave(label));
      const operation = planned && (await carried.resolve(planned));
      if (!operation) continue;
      yield `${isFirst ? head : ''}${operationLine(operation, isFirst)}`;
      isFirst = false;
    }
  }
  if (!isFirst) yield planEnd;
}

async function* withFirst(
  first: string,
  others: AsyncGenerator<string, void, void>,
): AsyncGenerator<string, void, void> {
  yield first;
  yield* others;
}
