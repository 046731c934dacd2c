import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { views } from '../manifest.ts';
import { copyAsCurlCommand } from '../platform/clipboard.ts';
import { UserError } from '../platform/errorReporter.ts';
import type { Log } from '../platform/log.ts';
import type { RequestHistory } from '../services/connections/requestHistory.ts';
import { RequestNode } from '../tree/requestNodes.ts';
import type { CommandGroup } from './commandGroup.ts';

export interface RequestCommandDeps {
  readonly log: Log;
  readonly requests: RequestHistory;
}

/** The log, and the view of the requests that were sent. */
export const requestCommands = ({ log, requests }: RequestCommandDeps) =>
  ({
    showLog: [t('Showing the log'), () => log.show()],
    showRequests: [t('Showing the requests'), () => vscode.commands.executeCommand(`${views.requests}.focus`)],
    clearRequests: [t('Clearing the requests'), () => requests.clear()],
    copyRequestAsCurl: [t('Copying as curl'), copyRequestAsCurl],
  }) satisfies CommandGroup;

/** The token and passwords are named, never written. */
export async function copyRequestAsCurl(argument: unknown): Promise<void> {
  if (!(argument instanceof RequestNode))
    throw new UserError(t('Could not tell which request is meant. Choose one in the Requests view.'));
  await copyAsCurlCommand(argument.request);
}
