import * as vscode from 'vscode';
import { views } from '../../manifest.ts';

export const showRequests = () => (): Thenable<unknown> => vscode.commands.executeCommand(`${views.requests}.focus`);
