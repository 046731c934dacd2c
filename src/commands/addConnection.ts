import * as vscode from 'vscode';
import { isExposed, readBaseUrl } from '../model/connection.ts';
import { UserError } from '../platform/errors.ts';
import type { Connections } from '../services/connections.ts';
import { property } from './commandArgument.ts';

/** Asks for what the argument leaves out, and answers the new connection's id. */
export const addConnection =
  (connections: Connections) =>
  async (argument?: unknown): Promise<string> => {
    const baseUrl = await address(property(argument, 'baseUrl'));
    await agreeToPlainHttp(baseUrl);
    const given = property(argument, 'name');
    const name =
      given ??
      (await ask({
        title: 'Add Connection: Name',
        prompt: 'What should the connection be called?',
        value: new URL(baseUrl).hostname,
      }));
    const token = property(argument, 'token') ?? (given === undefined ? await askToken() : undefined);
    const readOnly =
      typeof argument === 'object' && argument !== null && 'readOnly' in argument && argument.readOnly === true;
    const connection = await connections.add({ name, baseUrl, readOnly }, token);
    return connection.id;
  };

async function address(given: string | undefined): Promise<string> {
  const typed =
    given ??
    (await ask({
      title: 'Add Connection: Address',
      prompt: 'The address of the record service',
      placeHolder: 'https://records.example.com',
      validateInput: (text) => readBaseUrl(text).problem,
    }));
  const base = readBaseUrl(typed);
  if (base.problem !== undefined) throw new UserError(`Could not add the connection: ${base.problem}`);
  return base.url;
}

async function agreeToPlainHttp(baseUrl: string): Promise<void> {
  if (!isExposed(baseUrl)) return;
  const proceed = 'Connect Without Encryption';
  const chosen = await vscode.window.showWarningMessage(
    `${baseUrl} is not encrypted.`,
    {
      modal: true,
      detail:
        'Everyone on the network in between can read the token and the records. Use an address that begins with https:// if there is one.',
    },
    proceed,
  );
  if (chosen !== proceed) throw new vscode.CancellationError();
}

/** Empty means none: some services can be looked at without one. */
async function askToken(): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title: 'Add Connection: Token',
    prompt:
      'The access token. It is kept in the secret storage of this computer. Leave it empty to connect without one.',
    password: true,
    ignoreFocusOut: true,
  });
  if (typed === undefined) throw new vscode.CancellationError();
  return typed.trim() === '' ? undefined : typed.trim();
}

async function ask(options: vscode.InputBoxOptions): Promise<string> {
  const typed = await vscode.window.showInputBox({ ignoreFocusOut: true, ...options });
  if (typed === undefined || typed.trim() === '') throw new vscode.CancellationError();
  return typed.trim();
}
