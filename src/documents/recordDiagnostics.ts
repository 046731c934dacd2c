import type { OpenAddress } from '../model/address/address.ts';
import * as vscode from 'vscode';
import { type RecordProblem, type ProblemContext, recordProblems } from '../model/draft/recordProblems.ts';
import { addressOfUri, addressUri } from '../platform/addressUri.ts';
import type { RecordDrafts } from '../services/records/recordDrafts.ts';
import { createDiagnostic } from '../platform/ui/documentTexts.ts';

export type DraftSource = Pick<RecordDrafts, 'get' | 'problems' | 'hints' | 'refused' | 'onDidChange'>;

/** Typing debounce, in ms. */
const pause = 250;

/** Reports what prevents an open record from being saved in the Problems panel. */
export function registerRecordDiagnostics({ drafts }: { readonly drafts: DraftSource }): vscode.Disposable {
  const shown = vscode.languages.createDiagnosticCollection('recordbench');
  const waiting = new Map<string, NodeJS.Timeout>();

  const stopWaiting = (uri: vscode.Uri): void => {
    clearTimeout(waiting.get(uri.toString()));
    waiting.delete(uri.toString());
  };
  const check = (document: vscode.TextDocument): void => {
    stopWaiting(document.uri);
    const address = recordAt(document.uri);
    if (!address || document.isClosed) return;
    const text = document.getText();
    const findings = recordProblems(text, groundsFor(drafts, address, text));
    shown.set(
      document.uri,
      findings.map((finding) => diagnostic(document, finding)),
    );
  };
  const checkSoon = (document: vscode.TextDocument): void => {
    const key = document.uri.toString();
    if (!recordAt(document.uri)) return;
    clearTimeout(waiting.get(key));
    waiting.set(
      key,
      setTimeout(() => check(document), pause),
    );
  };

  vscode.workspace.textDocuments.forEach(check);
  return vscode.Disposable.from(
    shown,
    new vscode.Disposable(() => waiting.forEach(clearTimeout)),
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidChangeTextDocument(({ document }) => checkSoon(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      stopWaiting(uri);
      shown.delete(uri);
    }),
    drafts.onDidChange((address) => {
      const uri = addressUri(address).toString();
      vscode.workspace.textDocuments.filter((document) => document.uri.toString() === uri).forEach(check);
    }),
  );
}

function groundsFor(drafts: DraftSource, address: OpenAddress, text: string): ProblemContext | undefined {
  const state = drafts.get(address);
  if (!state) return undefined;
  const problems = drafts.problems(address, text);
  return { ...state, problems, hints: drafts.hints(address, text), refused: drafts.refused(address, text) };
}

function recordAt(uri: vscode.Uri): OpenAddress | undefined {
  const address = addressOfUri(uri);
  return address?.kind === 'listView' ? undefined : address;
}

function diagnostic(document: vscode.TextDocument, { span, severity, text }: RecordProblem): vscode.Diagnostic {
  const range = new vscode.Range(document.positionAt(span.start), document.positionAt(span.end));
  return createDiagnostic(range, text, severity === 'error');
}
