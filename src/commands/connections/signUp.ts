import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Lazy } from '../../services/common/lazy.ts';
import type { SignupPanels } from '../../features/account/host/accountPanels.ts';
import { readBaseUrl } from '../../model/connection/connection.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { workingFirst } from '../../platform/openRecords.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import { pickOne, showInputBox } from '../../platform/ui/questions.ts';
import type { ClientDeps } from '../../services/connections/clients.ts';
import { type Connections, UnknownConnectionError } from '../../services/connections/connections.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import { type ConnectionArgument, textIn } from '../commandArgument.ts';
import { tryAddress } from './addConnection.ts';

interface Deps extends ClientDeps {
  readonly guard: WriteGuard;
  readonly signupPanels: Lazy<SignupPanels>;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    signup: [argument?: ConnectionArgument & { readonly baseUrl?: string }];
  }
}

/** Signs up at a connection, or at an address that isn't a connection yet. Asks if neither is given. */
export async function signUp(argument: unknown, deps: Deps): Promise<void> {
  const { connections, guard, signupPanels } = deps;
  const given = textIn(argument, 'baseUrl');
  const { connection, address = '' } = await inSteps(
    connections.all().some(({ readOnly }) => !readOnly) ? 2 : 1,
    async () => {
      const chosen =
        textIn(argument, 'connection') ?? (given === undefined ? await pickConnection(connections) : undefined);
      return chosen === undefined ? { address: given ?? (await askAddress(deps)) } : { connection: chosen };
    },
  );
  const plainHttp = await connections.plainHttp.get();
  if (connection !== undefined) {
    const known = connections.get(connection);
    if (!known) throw new UnknownConnectionError(connection);
    guard.begin(connection, t('sign up'));
    // a password will be sent
    plainHttp.askAgain(known);
    await plainHttp.require(known, t('sign up'));
    return (await signupPanels.get()).open({ connection });
  }
  const base = readBaseUrl(address);
  if (base.problem !== undefined) throw new UserError(base.problem);
  if (!(await plainHttp.agrees(base.url))) throw new vscode.CancellationError();
  (await signupPanels.get()).open({ baseUrl: base.url });
}

/** Picks a connection; undefined means a service that isn't a connection yet. */
async function pickConnection(connections: Connections): Promise<string | undefined> {
  const open = connections.all().filter(({ readOnly }) => !readOnly);
  const known = workingFirst(open, ({ id }) => id);
  if (known.length === 0) return undefined;
  const items = known.map(({ id, name, baseUrl }) => ({ label: name, description: baseUrl, id }));
  const elsewhere = { label: t('Another address…'), description: '', id: undefined };
  const picked = await pickOne([...items, elsewhere], {
    title: t('Sign Up'),
    placeHolder: t('For which service do you want an account?'),
  });
  return picked.id;
}

async function askAddress(deps: Deps): Promise<string> {
  const typed = await showInputBox({
    title: t('Sign Up: Address'),
    prompt: t('The address of the record service that you want an account for'),
    placeHolder: 'https://records.example.com',
    ignoreFocusOut: true,
    validateInput: (text) => readBaseUrl(text).problem,
    tryInput: tryAddress(deps),
  });
  if (typed === undefined || typed.trim() === '') throw new vscode.CancellationError();
  return typed;
}
