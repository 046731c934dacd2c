import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { inProject } from '../../support/projectPaths.ts';

const text = (file: string): string => readFileSync(inProject('src', file), 'utf8');

/**
 * Every file that reads over a client, and where what the service says beside it is shown: by the file itself, or by the
 * one that hears it. Whoever adds a read says here who shows its words.
 */
const shownBy: Readonly<Record<string, string>> = {
  'commands/treeCommands.ts': 'itself',
  // it is sorted by it, and shows the same rows
  'editors/form/formEditor.ts': 'services/lists/listState.ts',
  'editors/import/importRun.ts': 'editors/import/importPanels.ts',
  'editors/licensePanels.ts': 'itself',
  'services/bulk/bulkPlanner.ts': 'itself',
  // the form of new records, which the preview has read
  'services/bulk/bulkRunner.ts': 'editors/import/importPanels.ts',
  'services/bulk/collectIds.ts': 'itself',
  'services/bulk/dryRun.ts': 'services/bulk/bulkPlanner.ts',
  'services/bulk/writeEntry.ts': 'itself',
  // looked at ahead of the plan, whose preview reads it again
  'services/compare/missingRecords.ts': 'services/plan/preparePlan.ts',
  'services/compare/wholeEntries.ts': 'services/plan/preparePlan.ts',
  // who one is stands in the form of the connection; its tree asks for the list views, and tells
  'services/connections/askWhoAmI.ts': 'services/lists/listViewCache.ts',
  'services/connections/testConnection.ts': 'services/lists/listViewCache.ts',
  'services/export/listThread.ts': 'services/export/recordSource.ts',
  'services/export/recordSource.ts': 'itself',
  'services/import/findByField.ts': 'editors/import/importPanels.ts',
  'services/import/importSubject.ts': 'editors/import/importPanels.ts',
  'services/lists/listViewCache.ts': 'itself',
  // nobody has asked for it: it stands in Show Requests alone
  'services/lists/listedFields.ts': 'itself',
  'services/lists/recordPages.ts': 'services/lists/listState.ts',
  'services/lists/recordSearch.ts': 'itself',
  'services/plan/preparePlan.ts': 'itself',
  'services/recordApi.ts': 'model/list/recordPage.ts',
  // looked at ahead of an edit, which reads it again
  'services/records/recordForms.ts': 'services/writes/recordWriter.ts',
  'services/records/recordReads.ts': 'services/records/draft.ts',
  // nobody has asked for it: it stands in Show Requests alone
  'services/references/controllerEntries.ts': 'itself',
  'services/references/lookUp.ts': 'itself',
  'services/references/namedRecords.ts': 'services/writes/recordWriter.ts',
  'services/watch/watcher.ts': 'itself',
  'services/writes/recordWriter.ts': 'itself',
  'services/writes/settleDoubt.ts': 'services/writes/recordWriter.ts',
  'services/writes/signupSession.ts': 'itself',
  'services/writes/writeChecks.ts': 'services/writes/recordWriter.ts',
  'tree/recordLines.ts': 'services/lists/listViewCache.ts',
  'tools/describeTool.ts': 'tools/recordTool.ts',
  'tools/proposeTool.ts': 'tools/recordTool.ts',
  'tools/readTool.ts': 'tools/recordTool.ts',
  'tools/searchTool.ts': 'tools/recordTool.ts',
};

describe('what a service says beside a read', () => {
  const operations = [...text('service/documented/recordClient.ts').matchAll(/^ {2}(\w+)\([^{]*\): Promise</gm)]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('send') && name !== 'close');
  const reading = new RegExp(
    String.raw`(?:\bclient|#client|\(await client\(\)\)|clients\.get\([^)]*(?:\([^)]*\))?[^)]*\)\))\.(${operations.join('|')})\(`,
  );

  it('is shown by somebody, whoever reads', () => {
    assert.ok(operations.includes('records') && operations.includes('open') && operations.includes('find'));
    const files = globSync('{commands,documents,editors,platform,services,tools,tree}/**/*.ts', {
      cwd: inProject('src'),
    })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => reading.test(text(file)));
    assert.deepEqual(files.toSorted(), Object.keys(shownBy).toSorted());
  });

  it('is shown where this says', () => {
    for (const [file, shower] of Object.entries(shownBy))
      assert.match(
        text(shower === 'itself' ? file : shower),
        /\bHeardWords\b|\bmessages\b/,
        `${file}: ${shower} knows nothing of what a service says`,
      );
  });

  it('passes one place, which no read of the client can go around', () => {
    const link = text('service/documented/http/serviceLink.ts');
    assert.equal(link.match(/\.callToRead\(/g)?.length, 1);
    assert.match(link, /async requestRead\([^}]*this\.#onSaid/);
    const others = globSync('**/*.ts', { cwd: inProject('src') }).filter(
      (file) =>
        !file.endsWith('serviceLink.ts') && !file.endsWith('serviceCaller.ts') && /\.callToRead\(/.test(text(file)),
    );
    assert.deepEqual(others, []);
  });
});
