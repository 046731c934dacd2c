import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isTrue, textIn } from '../commandArgument.ts';
import { type Connection, readBaseUrl } from '../../model/connection/connection.ts';
import { type ConnectionTest, testSentence } from '../../model/connection/connectionTest.ts';
import { views } from '../../manifest.ts';
import { UserError } from '../../platform/errorReporter.ts';
import type { ClientDeps } from '../../services/connections/clients.ts';
import type { NewConnection } from '../../services/connections/connections.ts';
import { addressProblem, testConnection } from '../../services/connections/testConnection.ts';
import type { RecordsTree } from '../../tree/recordsTree.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import { showInformation, withProgress } from '../../platform/ui/notifications.ts';
import { showDialog, showInputBox } from '../../platform/ui/questions.ts';

export interface AddConnectionDeps extends ClientDeps {
  readonly tree: Pick<RecordsTree, 'reveal'>;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    addConnection: [argument?: { readonly baseUrl?: string; name?: string; token?: string; readOnly?: boolean }];
  }
}

interface Entered {
  readonly details: NewConnection;
  readonly token: string | undefined;
}

/**
 * Given a name, adds the connection from the argument without asking. Otherwise asks for the rest and tests the
 * connection before adding it. Returns the new connection's id.
 */
export async function addConnection(argument: unknown, deps: AddConnectionDeps): Promise<string> {
  const { connections } = deps;
  const given = textIn(argument, 'name');
  const askedFor = (textIn(argument, 'baseUrl') === undefined ? 1 : 0) + (given === undefined ? 2 : 0);
  const { baseUrl, name, token } = await inSteps(askedFor, async () => {
    const address = await readAddress(textIn(argument, 'baseUrl') ?? (await askAddress(deps)), deps);
    const called = given ?? (await askName(new URL(address).hostname));
    const secret = textIn(argument, 'token') ?? (given === undefined ? await askToken() : undefined);
    return { baseUrl: address, name: called, token: secret };
  });
  const entered = { details: { name, baseUrl, readOnly: isTrue(argument, 'readOnly') }, token };
  if (given !== undefined) return (await connections.add(entered.details, token)).id;
  const tried = await testUntilAccepted(entered, deps);
  const { id } = await connections.add(tried.details, tried.token);
  await showConnection(id, deps);
  return id;
}

/** Reveals, expands and focuses the connection in the Records view. */
async function showConnection(id: string, { tree }: AddConnectionDeps): Promise<void> {
  await vscode.commands.executeCommand(`${views.records}.focus`);
  await tree.reveal(id, { select: true, focus: true, expand: true });
}

/** Repeats until the connection works or the user adds it anyway. */
async function testUntilAccepted(first: Entered, deps: ClientDeps): Promise<Entered> {
  let entered = first;
  for (;;) {
    const connection = deps.connections.draft(entered.details);
    await (await deps.connections.plainHttp.get()).remember(connection);
    const test = await tryConnection(connection, entered.token, deps);
    const sentence = testSentence(connection, test);
    if (test.kind === 'works') {
      void showInformation(sentence);
      return entered;
    }
    const next = await decide(sentence, test, entered, deps);
    if (next === 'keep') return entered;
    entered = next;
  }
}

async function decide(
  sentence: string,
  test: ConnectionTest,
  entered: Entered,
  deps: ClientDeps,
): Promise<Entered | 'keep'> {
  const [editAddress, setToken, again, anyway] = [
    t('Edit Address'),
    t('Set Token'),
    t('Try Again'),
    t('Add Anyway'),
  ] as const;
  const isToken = test.kind === 'noListViews' || (test.kind === 'failed' && test.fault === 'token');
  const chosen = await showDialog(
    sentence,
    {},
    ...(isToken ? [setToken, editAddress] : [editAddress, setToken]),
    again,
    anyway,
  );
  if (chosen === undefined) throw new vscode.CancellationError();
  if (chosen === anyway) return 'keep';
  if (chosen === again) return entered;
  if (chosen === setToken) return { ...entered, token: await askToken() };
  const baseUrl = await readAddress(await askAddress(deps, entered.details.baseUrl), deps);
  return { ...entered, details: { ...entered.details, baseUrl } };
}

async function readAddress(typed: string, { connections }: ClientDeps): Promise<string> {
  const base = readBaseUrl(typed);
  if (base.problem !== undefined) throw new UserError(base.problem);
  if (!(await (await connections.plainHttp.get()).agrees(base.url))) throw new vscode.CancellationError();
  return base.url;
}

function askAddress(deps: ClientDeps, value = ''): Promise<string> {
  return ask({
    title: t('Add Connection: Address'),
    prompt: t('The address of the record service'),
    placeHolder: 'https://records.example.com',
    value,
    validateInput: (text) => readBaseUrl(text).problem,
    tryInput: tryAddress(deps),
  });
}

/** Checks the address before asking for anything else. */
export function tryAddress(deps: ClientDeps): (typed: string, signal: AbortSignal) => Promise<string | undefined> {
  return async (typed, signal) => {
    const base = readBaseUrl(typed);
    const problem = base.problem ?? (await addressProblem(base.url, deps, signal));
    return problem === undefined ? undefined : t('{0} Press Enter to use this address anyway.', problem);
  };
}

function askName(value: string): Promise<string> {
  return ask({
    title: t('Add Connection: Name'),
    prompt: t('What should the connection be called?'),
    value,
    validateInput: (text) => (text.trim() === '' ? t('Enter a name, or press Escape.') : undefined),
  });
}

/** Empty means no token: some services can be read without one. */
async function askToken(): Promise<string | undefined> {
  const typed = await showInputBox({
    title: t('Add Connection: Token'),
    prompt: t(
      'The access token. It is kept in the secret storage of this computer. Leave it empty to connect without one.',
    ),
    password: true,
    ignoreFocusOut: true,
  });
  if (typed === undefined) throw new vscode.CancellationError();
  return typed.trim() === '' ? undefined : typed.trim();
}

async function ask(options: Parameters<typeof showInputBox>[0]): Promise<string> {
  const typed = await showInputBox({ ignoreFocusOut: true, ...options });
  if (typed === undefined || typed.trim() === '') throw new vscode.CancellationError();
  return typed.trim();
}

/** Tests a connection behind a cancelable progress notification. */
export async function tryConnection(
  connection: Connection,
  token: string | undefined,
  deps: ClientDeps,
): Promise<ConnectionTest> {
  return withProgress(
    { location: vscode.ProgressLocation.Notification, title: t('Testing {0}', connection.baseUrl), cancellable: true },
    (_, canceled) => {
      const ending = new AbortController();
      canceled.onCancellationRequested(() => ending.abort());
      return testConnection(connection, token, deps, ending.signal);
    },
  );
}
