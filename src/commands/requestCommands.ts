import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { views } from '../manifest.ts';
import { copyAsCurlCommand } from '../platform/clipboard.ts';
import { UserError } from '../platform/errorReporter.ts';
import type { Log } from '../platform/log.ts';
import type { RequestHistory } from '../services/connections/requestHistory.ts';
import { RequestNode } from '../tree/requestNodes.ts';

export interface RequestCommandDeps {
  readonly log: Log;
  readonly requests: RequestHistory;
}

declare module '../platform/runCommand.ts' {
  interface CommandArguments {
    showLog: [];
    showRequests: [];
    clearRequests: [];
    copyRequestAsCurl: [];
  }
}

export function showLog(_: unknown, { log }: RequestCommandDeps): void {
  log.show();
}

export async function showRequests(): Promise<void> {
  await vscode.commands.executeCommand(`${views.requests}.focus`);
}

export function clearRequests(_: unknown, { requests }: Pick<RequestCommandDeps, 'requests'>): void {
  requests.clear();
}

/** Uses placeholders for the token and passwords. */
export async function copyRequestAsCurl(argument: unknown): Promise<void> {
  if (!(argument instanceof RequestNode))
    throw new UserError(t('Could not determine which request to copy. Select one in the Requests view.'));
  await copyAsCurlCommand(argument.request);
}
