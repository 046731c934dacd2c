import * as vscode from 'vscode';
import { parseControllerName } from '../model/controller.ts';
import { recordSchema } from '../model/recordSchema.ts';
import { recordOfSchema, recordSchemaScheme, schemaAddress } from '../model/schemaAddress.ts';
import type { RecordChanges } from '../services/recordChanges.ts';
import type { RecordForms } from '../services/recordForms.ts';

export interface SchemaParts {
  readonly forms: RecordForms;
  readonly changes: RecordChanges;
}

/** Serves the schemas that the texts of records name at `$schema`. */
export function registerRecordSchemas(parts: SchemaParts): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => schemaText(uri, parts),
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(recordSchemaScheme, provider),
    parts.changes.onDidChange(({ connection, controller: name, ids }) => {
      const controller = parseControllerName(name);
      if (!controller) return;
      for (const id of ids)
        changed.fire(vscode.Uri.parse(schemaAddress({ kind: 'record', connection, controller, id })));
    }),
  );
}

async function schemaText(uri: vscode.Uri, { forms }: SchemaParts): Promise<string> {
  const address = recordOfSchema(uri);
  if (!address) return anything;
  try {
    return JSON.stringify(recordSchema(await forms.of(address)), undefined, 2);
  } catch {
    // why the record cannot be read is told where it is opened
    return anything;
  }
}

const anything = '{}';
