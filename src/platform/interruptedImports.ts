import * as vscode from 'vscode';
import type { ImportAdder } from '../services/import/importAdder.ts';

/** Says what became of imports whose window was closed. Nothing of them is sent again by itself. */
export async function tellInterruptedImports(adder: ImportAdder): Promise<void> {
  for (const sentence of await adder.interrupted()) void vscode.window.showWarningMessage(sentence);
}
