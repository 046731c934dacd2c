import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RecordFile, type RecordFileDeps } from '../../src/documents/recordFile.ts';
import { controllerName } from '../../src/model/controller.ts';
import { ServiceError } from '../../src/model/errors.ts';
import type { SubmitAction } from '../../src/model/form/submitAction.ts';

describe('record saved from its form', () => {
  const address = { kind: 'record', connection: 'test', controller: controllerName('crm', 'leads'), id: '1' } as const;
  const uri = vscode.Uri.parse('records://test/crm/leads/1.record.json');

  /** `saves` counts VS Code's saves. */
  const bench = (
    saveDocument: (address: unknown, text: string, action?: SubmitAction) => Promise<unknown>,
  ): { file: RecordFile; document: vscode.TextDocument; saves: () => number } => {
    let saves = 0;
    const document = { uri, isDirty: true, getText: () => '{}', save: async () => ++saves > 0 };
    const drafts = { get: () => ({ form: { name: 'Lead 1' } }), saveDocument };
    const file = new RecordFile({ drafts } as unknown as RecordFileDeps);
    return { file, document: document as unknown as vscode.TextDocument, saves: () => saves };
  };

  it('does not report a refusal to VS Code, which would repeat it over the form', async () => {
    const refused = new ServiceError('refused', { doing: 'save Lead 1', why: 'City must not be empty' });
    const { file, document, saves } = bench(() => Promise.reject(refused));
    await assert.rejects(file.submit(document, address, undefined), /City must not be empty/);
    assert.deepEqual([saves(), file.isSavedAhead(document)], [0, false]);
  });

  it('notifies VS Code once it is saved', async () => {
    const { file, document, saves } = bench(async () => ({ id: '1', sent: true }));
    assert.equal(await file.submit(document, address, undefined), true);
    assert.deepEqual([saves(), file.isSavedAhead(document)], [1, false]);
  });

  it('is sent once when two saves coincide, and a button waits its turn', async () => {
    const sent: string[] = [];
    const answers: (() => void)[] = [];
    const { file, document } = bench(async (_address, _text, action) => {
      sent.push(action?.label ?? 'a save');
      await new Promise<void>((resolve) => answers.push(resolve));
      return { id: '1', sent: true };
    });
    const both = [file.submit(document, address, undefined), file.submit(document, address, undefined)];
    const close = { label: 'Close', value: 'Close' } as unknown as SubmitAction;
    const closing = file.submit(document, address, close);
    assert.deepEqual(sent, ['a save']);
    answers[0]?.();
    assert.deepEqual(await Promise.all(both), [true, true]);
    assert.deepEqual(sent, ['a save', 'Close']);
    answers[1]?.();
    assert.equal(await closing, true);
  });
});
