import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ListViewAddress } from '../../model/address/address.ts';
import type { Connection } from '../../model/connection/connection.ts';
import { type ControllerName, shortName } from '../../model/controller.ts';
import type { ListView } from '../../model/list/listView.ts';
import { sentenceOf, UserError } from '../../platform/errorReporter.ts';
import { workingFirst } from '../../platform/openRecords.ts';
import type { AddedControllers } from '../../services/remembered/addedControllers.ts';
import type { Connections } from '../../services/connections/connections.ts';
import { controllersFor } from '../../services/lists/controllersFor.ts';
import type { ListViewCache } from '../../services/lists/listViewCache.ts';
import { createQuickPick, pickOne, questionOf, setItems } from '../../platform/ui/questions.ts';
import { ask } from '../../platform/ui/steps.ts';
import { listViewIcon } from '../../tree/serviceNodes.ts';
import { connectionOf, connectionsOf, controllerIn } from '../addressArgument.ts';
import { textIn } from '../commandArgument.ts';

export interface ListViewDeps {
  readonly connections: Connections;
  readonly listViews: ListViewCache;
  readonly added: Pick<AddedControllers, 'get'>;
}

/** Asks for what the argument doesn't name; a controller without a list view means its default one. */
export async function listViewOf(
  argument: unknown,
  deps: ListViewDeps,
  use: 'read' | 'write' = 'read',
): Promise<ListViewAddress> {
  const controller = controllerIn(argument);
  if (!controller) return pickListView(deps, connectionsOf(argument, deps.connections, use));
  const { id: connection } = await connectionOf(argument, deps.connections, t('In which connection?'), use);
  const listView = textIn(argument, 'listView') ?? (await defaultListView(connection, controller, deps.listViews));
  return { kind: 'listView', connection, controller, listView };
}

/** Returns undefined to let the service choose. */
async function defaultListView(
  connection: string,
  controller: ControllerName,
  listViews: ListViewCache,
): Promise<string | undefined> {
  const all = await listViews.listViews(connection, controller).catch(() => []);
  return all.find(({ isDefault }) => isDefault)?.id;
}

interface Line extends vscode.QuickPickItem {
  readonly address?: ListViewAddress;
}

/**
 * One picker for the list views of one or all connections and controllers, so users don't need to know where a list
 * view belongs. Each connection's list views appear when its service responds.
 */
export async function pickListView(
  deps: ListViewDeps,
  offered: readonly Connection[],
  only?: ControllerName,
  placeholder = only ? t('Which list view of {0}?', only) : t('Which list view?'),
): Promise<ListViewAddress> {
  const connections = workingFirst(offered, ({ id }) => id);
  const picked = await ask<Line>(placeholder, () => {
    const pick = createQuickPick<Line>({ placeholder });
    pick.matchOnDescription = true;
    pick.busy = true;
    const groups = connections.map((): readonly Line[] => []);
    const asked = connections.map(async (connection, at) => {
      const lines = await linesOf(deps, connection, only).catch((error: unknown) => {
        if (connections.length === 1) throw error;
        return [failed(connection, error)];
      });
      groups[at] = lines;
      pick.keepScrollPosition = true;
      setItems(pick, connections.length > 1 ? grouped(connections, groups) : lines);
    });
    const question = questionOf(pick, ({ address }) => address !== undefined);
    return {
      ...question,
      onAnswer: (take, fail) => {
        question.onAnswer(take, fail);
        Promise.all(asked).then(() => (pick.busy = false), fail);
      },
    };
  });
  if (!picked?.address) throw new vscode.CancellationError();
  return picked.address;
}

/** Filtering hides the headings, so lines with the same name also show their owner. */
function grouped(connections: readonly Connection[], groups: readonly (readonly Line[])[]): Line[] {
  const owners = new Map<string, Set<number>>();
  for (const [at, lines] of groups.entries())
    for (const { label } of lines) owners.set(label, (owners.get(label) ?? new Set()).add(at));
  return connections.flatMap(({ name }, at) => {
    const lines = groups[at] ?? [];
    const named = lines.map((line) =>
      (owners.get(line.label)?.size ?? 0) > 1 ? { ...line, description: `${line.description ?? ''} · ${name}` } : line,
    );
    return lines.length > 0 ? [separator(name), ...named] : [];
  });
}

async function linesOf(deps: ListViewDeps, connection: Connection, only: ControllerName | undefined): Promise<Line[]> {
  const controllers = await controllersFor(deps, connection.id);
  const lines = controllers
    .filter((controller) => only === undefined || controller === only)
    .flatMap((controller) => {
      const views = deps.listViews.known(connection.id, controller);
      return views.length > 0
        ? views.map((view) => viewLine(connection.id, view))
        : [plainLine(connection.id, controller)];
    });
  if (lines.length > 0) return lines;
  if (only) return [plainLine(connection.id, only)];
  throw noListViews();
}

function noListViews(): UserError {
  return new UserError(t('This service has no list views. Add a controller by its name.'));
}

/** Picks a controller where no list view is needed. */
export async function pickController(
  deps: Pick<ListViewDeps, 'listViews' | 'added'>,
  connection: string,
): Promise<ControllerName> {
  const controllers = await controllersFor(deps, connection);
  if (controllers.length === 0) throw noListViews();
  const picked = await pickOne(
    controllers.map((name) => ({ label: shortName(name), description: name, name })),
    { placeHolder: t('Which controller?'), matchOnDescription: true },
  );
  return picked.name;
}

function viewLine(connection: string, view: ListView): Line {
  return {
    label: view.name,
    description: [view.controller, view.category, view.isDefault ? t('default') : undefined]
      .filter((word) => word !== undefined && word !== '')
      .join(' · '),
    iconPath: listViewIcon(view),
    address: { kind: 'listView', connection, controller: view.controller, listView: view.id },
  };
}

/** The service chooses the columns. */
function plainLine(connection: string, controller: ControllerName): Line {
  return {
    label: t('All records'),
    description: controller,
    iconPath: new vscode.ThemeIcon('table'),
    address: { kind: 'listView', connection, controller, listView: undefined },
  };
}

function failed(connection: Connection, error: unknown): Line {
  return {
    label: connection.name,
    detail: sentenceOf(t('Opening the list view'), error),
    iconPath: new vscode.ThemeIcon('warning'),
  };
}

function separator(label: string): Line {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
