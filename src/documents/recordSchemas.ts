import * as vscode from 'vscode';
import type { RecordForm } from '../model/form/recordForm.ts';
import { helpingSchema, recordSchema } from '../model/schema/recordSchema.ts';
import { schemaText } from '../platform/ui/documentTexts.ts';
import { recordOfSchema, schemaAddress } from '../model/schema/schemaAddress.ts';
import type { RecordForms } from '../services/records/recordForms.ts';
import type { RecordDrafts } from '../services/records/recordDrafts.ts';

export interface RecordSchemasDeps {
  readonly forms: RecordForms;
  readonly drafts: Pick<RecordDrafts, 'get' | 'onDidChange'>;
}

/** The schemas that the texts of records name at `$schema`. */
export class RecordSchemas implements vscode.TextDocumentContentProvider {
  readonly #deps: RecordSchemasDeps;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #announced = new WeakSet<RecordForm>();
  readonly #listening: { dispose(): void };

  constructor(deps: RecordSchemasDeps) {
    this.#deps = deps;
    this.#listening = deps.drafts.onDidChange((address) => {
      const form = deps.drafts.get(address)?.form;
      if (!form || this.#announced.has(form)) return;
      this.#announced.add(form);
      this.#changed.fire(vscode.Uri.parse(schemaAddress(address)));
    });
  }

  provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    return textOf(uri, this.#deps);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }
}

async function textOf(uri: vscode.Uri, { forms, drafts }: RecordSchemasDeps): Promise<string> {
  const address = recordOfSchema(uri);
  if (!address) return anything;
  try {
    const open = drafts.get(address)?.form;
    return schemaText(open ? helpingSchema(recordSchema(open)) : recordSchema(await forms.formFor(address)));
  } catch {
    // the error is reported where the record is opened
    return anything;
  }
}

const anything = '{}';
