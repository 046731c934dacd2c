import * as vscode from 'vscode';
import type { RecordForm } from '../model/form/recordForm.ts';
import { recordSchema } from '../model/schema/recordSchema.ts';
import { recordOfSchema, schemaAddress } from '../model/schema/schemaAddress.ts';
import type { RecordForms } from '../services/records/recordForms.ts';
import type { RecordDrafts } from '../services/records/recordDrafts.ts';

export interface SchemaParts {
  readonly forms: RecordForms;
  readonly drafts: Pick<RecordDrafts, 'get' | 'onDidChange'>;
}

/** The schemas that the texts of records name at `$schema`. */
export class RecordSchemas implements vscode.TextDocumentContentProvider {
  readonly #parts: SchemaParts;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #told = new WeakSet<RecordForm>();
  readonly #listening: { dispose(): void };

  constructor(parts: SchemaParts) {
    this.#parts = parts;
    this.#listening = parts.drafts.onDidChange((address) => {
      const form = parts.drafts.get(address)?.form;
      if (!form || this.#told.has(form)) return;
      this.#told.add(form);
      this.#changed.fire(vscode.Uri.parse(schemaAddress(address)));
    });
  }

  provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    return schemaText(uri, this.#parts);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }
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
