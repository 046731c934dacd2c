import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RecordApi } from '../../src/services/recordApi.ts';

/** What another extension would get. */
export async function recordbenchApi(): Promise<RecordApi> {
  const extension = vscode.extensions.getExtension<RecordApi>('recordbench.recordbench');
  assert.ok(extension, 'Recordbench is not installed');
  return extension.activate();
}
