import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { activate } from '../../src/extension.ts';

type Api = ReturnType<typeof activate>;

/** The API another extension would get. */
export async function recordbenchApi(): Promise<Api> {
  const extension = vscode.extensions.getExtension<Api>('recordbench.recordbench');
  assert.ok(extension, 'Recordbench is not installed');
  return extension.activate();
}

/**
 * Calls a command like another extension, which may answer for the user; for a link, use
 * `vscode.commands.executeCommand`.
 */
export async function runCommand<T>(name: string, ...args: unknown[]): Promise<T> {
  const api = (await recordbenchApi()) as unknown as { runCommand(...all: unknown[]): Thenable<T> };
  return api.runCommand(name, ...args);
}
