import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ConnectionFormPanels } from '../../features/connection/host/connectionFormPanels.ts';
import type { Lazy } from '../../services/common/lazy.ts';
import type { LicensePanels, SignupPanels } from '../../features/account/host/accountPanels.ts';
import { type ConnectionTest, testSentence } from '../../model/connection/connectionTest.ts';
import { type Fact, whoAmIFacts } from '../../model/connection/whoAmI.ts';
import { copyText } from '../../platform/clipboard.ts';
import { confirmDestructive } from '../../platform/confirmations.ts';
import { type AddConnectionDeps, tryConnection } from './addConnection.ts';
import { UserError } from '../../platform/errorReporter.ts';
import type { PendingDocuments } from '../../platform/pendingDocuments.ts';
import { askWhoAmI } from '../../services/connections/askWhoAmI.ts';
import type { Clients, RequestLog } from '../../services/connections/clients.ts';
import type { Connection } from '../../model/connection/connection.ts';
import type { Connections } from '../../services/connections/connections.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import { connectionOf, questionsFor } from '../addressArgument.ts';
import { callerOf, type Confirmed, type ConnectionArgument, isTrue } from '../commandArgument.ts';
import { type DemoCommandDeps, stopDemo } from '../demoCommands.ts';
import { type CommandTaking, runCommand } from '../../platform/runCommand.ts';
import { showInformation, showWarning, withProgress } from '../../platform/ui/notifications.ts';
import { createQuickPick, setItems, showInputBox, showQuickPick } from '../../platform/ui/questions.ts';

export { addConnection } from './addConnection.ts';
export { signUp } from './signUp.ts';

export interface ConnectionCommandDeps extends DemoCommandDeps, AddConnectionDeps {
  readonly pending: Pick<PendingDocuments, 'all'>;
  readonly connections: Connections;
  readonly clients: Clients;
  readonly guard: WriteGuard;
  readonly requests: RequestLog;
  readonly connectionFormPanels: Lazy<ConnectionFormPanels>;
  readonly signupPanels: Lazy<SignupPanels>;
  readonly licensePanels: Lazy<LicensePanels>;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    editConnection: [argument?: ConnectionArgument];
    testConnection: [argument?: ConnectionArgument];
    removeConnection: [argument?: ConnectionArgument];
    setToken: [argument?: ConnectionArgument];
    signOut: [argument?: ConnectionArgument & Confirmed];
    showLicense: [argument?: ConnectionArgument];
    showOrganization: [argument?: ConnectionArgument];
    connectionActions: [argument?: ConnectionArgument | vscode.Uri];
  }
}

export async function editConnection(
  argument: unknown,
  { connections, connectionFormPanels }: ConnectionCommandDeps,
): Promise<void> {
  const connection = await connectionOf(argument, connections, t('Which connection should be edited?'));
  if (!connections.isPersisted(connection.id))
    throw new UserError(t("{0} can't be edited: it is set up again every time it starts.", connection.name));
  (await connectionFormPanels.get()).open(connection);
}

/** Shows the result, with a fix next to a failure. Code gets the result as a value. */
export async function testConnection(argument: unknown, deps: ConnectionCommandDeps): Promise<ConnectionTest> {
  const { connections } = deps;
  const connection = await connectionOf(argument, connections, t('Which connection should be tested?'));
  (await connections.plainHttp.get()).askAgain(connection);
  const test = await tryConnection(connection, await connections.token(connection), deps);
  if (!callerOf(argument).isCode) void showTestResult(connection.id, testSentence(connection, test), test);
  return test;
}

async function showTestResult(connection: string, sentence: string, test: ConnectionTest): Promise<void> {
  if (test.kind === 'works') return void showInformation(sentence);
  const [token, edit] = [t('Set Token'), t('Edit Connection')] as const;
  const isToken = test.kind === 'noListViews' || test.fault === 'token';
  const chosen = await showWarning(sentence, ...(isToken ? [token, edit] : [edit]));
  if (chosen === token) await runCommand('setToken', { connection });
  if (chosen === edit) await runCommand('editConnection', { connection });
}

export async function removeConnection(
  argument: unknown,
  deps: DemoCommandDeps & Pick<ConnectionCommandDeps, 'connections'>,
): Promise<void> {
  const { connections } = deps;
  const connection = await connectionOf(argument, connections, t('Which connection should be removed?'));
  const isKept = connections.isPersisted(connection.id);
  const lost = isKept
    ? [
        t('The records stay in the service.'),
        t('Its token, unsaved changes, history and bulk run journals are deleted from this computer.'),
      ]
    : [
        t("It stops and won't start with the next window."),
        t('Your changes to its records are still there when you start it again.'),
      ];
  if (!(await confirmDestructive(t('Remove'), t('Remove the connection “{0}”?', connection.name), lost))) return;
  if (!isKept) return stopDemo(undefined, deps);
  await connections.remove(connection);
}

export async function setToken(argument: unknown, { connections }: ConnectionCommandDeps): Promise<void> {
  const { connection, token } = await inSteps(questionsFor(argument, connections) + 1, async () => {
    const chosen = await connectionOf(argument, connections, t('For which connection?'));
    const plainHttp = await connections.plainHttp.get();
    plainHttp.askAgain(chosen);
    await plainHttp.require(chosen, t('set the token'));
    const typed = await showInputBox({
      title: t('Set Token: {0}', chosen.name),
      prompt: connections.isPersisted(chosen.id)
        ? t('The token is sent only to {0} and kept in the secret storage of this computer.', chosen.baseUrl)
        : t('The token is sent only to {0} and deleted when the demo ends.', chosen.baseUrl),
      password: true,
      ignoreFocusOut: true,
      validateInput: (text) =>
        text.trim() === '' ? t('Enter the token, or press Escape to keep the old one.') : undefined,
    });
    return { connection: chosen, token: typed };
  });
  if (token === undefined) throw new vscode.CancellationError();
  await connections.setToken(connection, token.trim());
}

/** Asks first: a removed token must be obtained again. */
export async function signOut(argument: unknown, { connections, pending }: ConnectionCommandDeps): Promise<void> {
  const connection = await connectionOf(argument, connections, t('Sign out of which connection?'));
  const unsaved = pending.all.filter(({ address }) => address.connection === connection.id);
  if (isTrue(argument, 'confirmed') || (await confirmSignOut(connection.name, unsaved.length)))
    await connections.signOut(connection);
}

function confirmSignOut(name: string, unsaved: number): Promise<boolean> {
  const later =
    unsaved === 1
      ? t('You can save 1 unsaved list view or record only after you sign in again.')
      : t('You can save {0} unsaved list views and records only after you sign in again.', unsaved);
  return confirmDestructive(t('Sign Out'), t('Sign out of “{0}”?', name), [
    t('Its token is deleted from this computer. To sign in again, enter the token again.'),
    unsaved > 0 ? later : undefined,
  ]);
}

export async function showLicense(
  argument: unknown,
  { connections, licensePanels }: ConnectionCommandDeps,
): Promise<void> {
  const { id } = await connectionOf(argument, connections, t('Show the license of which connection?'));
  (await licensePanels.get()).open({ connection: id });
}

/** The user, and the organization. Each line can be copied; code gets the lines. */
export async function showOrganization(
  argument: unknown,
  { connections, clients }: ConnectionCommandDeps,
): Promise<readonly Fact[]> {
  const connection = await connectionOf(argument, connections, t('Show the organization of which connection?'));
  const facts = await withProgress(
    { location: vscode.ProgressLocation.Window, title: t('Loading user and organization from {0}', connection.name) },
    async () => whoAmIFacts(await askWhoAmI(await clients.get(connection.id)), connection),
  );
  if (!callerOf(argument).isCode) showFacts(connection.name, facts);
  return facts;
}

function showFacts(name: string, facts: readonly Fact[]): void {
  const copy: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('copy'), tooltip: t('Copy') };
  const pick = createQuickPick<vscode.QuickPickItem & { readonly value: string | undefined }>({
    title: t('User and organization: {0}', name),
    placeholder: t('Press Enter to copy a line'),
  });
  setItems(
    pick,
    facts.map(({ label, value }) => ({
      label: `${label}: ${value ?? t('not provided by the service')}`,
      value,
      buttons: value === undefined ? [] : [copy],
    })),
  );
  pick.onDidTriggerItemButton(({ item }) => void copyValue(item.value));
  pick.onDidAccept(() => {
    const [item] = pick.activeItems;
    pick.hide();
    void copyValue(item?.value);
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}

async function copyValue(value: string | undefined): Promise<void> {
  if (value !== undefined) await copyText(value, value);
}

interface Action extends vscode.QuickPickItem {
  readonly run: () => PromiseLike<unknown>;
}

/** Actions for a connection, opened from the status bar. */
export async function connectionActions(argument: unknown, { connections }: ConnectionCommandDeps): Promise<void> {
  const asked = questionsFor(argument, connections) + 1;
  const picked = await inSteps(asked, async () =>
    pickAction(await connectionOf(argument, connections, t('Which connection?')), connections),
  );
  await picked?.run();
}

async function pickAction(connection: Connection, connections: Connections): Promise<Action | undefined> {
  const { id, name, readOnly } = connection;
  const command = (label: string, icon: string, called: CommandTaking<{ connection: string }>): Action => ({
    label,
    iconPath: new vscode.ThemeIcon(icon),
    run: () => runCommand(called, { connection: id }),
  });
  const lock: Action = {
    label: readOnly ? t('Allow Changes') : t('Make Read-Only'),
    iconPath: new vscode.ThemeIcon(readOnly ? 'unlock' : 'lock'),
    run: () => connections.change({ ...connection, readOnly: !readOnly }),
  };
  const own = [
    command(t('Edit Connection'), 'edit', 'editConnection'),
    lock,
    command(t('Set Token…'), 'key', 'setToken'),
    command(t('Sign Out'), 'sign-out', 'signOut'),
    command(t('Remove Connection…'), 'trash', 'removeConnection'),
  ];
  const demo = [command(t('Stop Demo'), 'debug-stop', 'stopDemo'), command(t('Reset Demo…'), 'discard', 'resetDemo')];
  const both = [
    command(t('Test Connection'), 'beaker', 'testConnection'),
    command(t('Refresh'), 'refresh', 'refresh'),
    command(t('Add Controller…'), 'add', 'addController'),
    command(t('Show History…'), 'history', 'showHistory'),
    command(t('Show Organization'), 'account', 'showOrganization'),
    command(t('Show License'), 'law', 'showLicense'),
    command(t('Sign Up…'), 'person-add', 'signup'),
  ];
  return showQuickPick([...both, ...(connections.isPersisted(id) ? own : demo)], {
    title: name,
    placeHolder: connection.baseUrl,
  });
}
