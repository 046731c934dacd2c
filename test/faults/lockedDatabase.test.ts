import { controllerName } from '../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RecordClient } from '../../src/service/documented/recordClient.ts';
import { ServiceError } from '../../src/model/errors.ts';
import { Demo } from '../../src/services/demo/demo.ts';
import { memoryConnections } from '../support/memoryConnections.ts';
import { inProject } from '../support/projectPaths.ts';
import { noteOutcome } from './outcomes.ts';
import { times } from './size.ts';

const leads = controllerName('crm', 'leads');
const none = (): void => undefined;

describe('demo database locked by another program', function () {
  let folder: string;
  before(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-locked-'))));
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

  it('is reported with an error, and works again once unlocked', async () => {
    const { connections } = memoryConnections();
    const demo = new Demo(connections, { script: inProject('src/demo/main.ts'), folder });
    const connection = await demo.start(none);
    const client = new RecordClient(connection, { token: () => connections.token(connection) });
    const form = await client.open(leads, '1');
    const [action] = form.submitActions;
    assert.ok(action);
    const other = new DatabaseSync(path.join(folder, 'demo.sqlite'));
    try {
      other.exec('BEGIN EXCLUSIVE');
      const error: unknown = await client.sendSave(form, form.values, action).catch((reason: unknown) => reason);
      assert.ok(error instanceof ServiceError, String(error));
      assert.match(error.message, /^Could not save [^\n]+: [^\n]*locked[^\n]*\.$/);
      noteOutcome('database locked while the demo runs', 1, error.message);
      other.exec('ROLLBACK');
      await client.sendSave(form, form.values, action);

      await client.close();
      // a start waits for five seconds, too
      if (times(0, 1) === 0) return;
      await demo.stop();
      other.exec('BEGIN EXCLUSIVE');
      const started = await demo.start(none).catch((reason: unknown) => reason as Error);
      if (started instanceof Error) assert.match(started.message, /^Could not start the demo: [^\n]+\. [^\n]+\.$/);
      noteOutcome('database locked when the demo starts', 1, started instanceof Error ? started.message : 'it starts');
      other.exec('ROLLBACK');
      await demo.start(none);
    } finally {
      other.close();
      await demo.stop();
    }
  });
});
