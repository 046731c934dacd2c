import * as vscode from 'vscode';
import type { RecordForm } from '../model/recordForm.ts';
import { recordSchema } from '../model/recordSchema.ts';
import { recordOfSchema, recordSchemaScheme, schemaAddress } from '../model/schemaAddress.ts';
import type { RecordForms } from '../services/recordForms.ts';
import type { RecordDrafts } from '../services/records/recordDrafts.ts';

export interface SchemaParts {
  readonly forms: RecordForms;
  readonly drafts: Pick<RecordDrafts, 'get' | 'onDidChange'>;
}

/** Serves the schemas that the texts of records name at `$schema`. */
export function registerRecordSchemas(parts: SchemaParts): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const told = new WeakSet<RecordForm>();
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => schemaText(uri, parts),
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(recordSchemaScheme, provider),
    parts.drafts.onDidChange((address) => {
      const form = parts.drafts.get(address)?.form;
      if (!form || told.has(form)) return;
      told.add(form);
      changed.fire(vscode.Uri.parse(schemaAddress(address)));
    }),
  );
}

async function schemaText(uri: vscode.Uri, { forms, drafts }: SchemaParts): Promise<string> {
  const address = recordOfSchema(uri);
  if (!address) return anything;
  try {
    return JSON.stringify(recordSchema(drafts.get(address)?.form ?? (await forms.of(address))), undefined, 2);
  } catch {
    // why the record cannot be read is told where it is opened
    return anything;
  }
}

const anything = '{}';
