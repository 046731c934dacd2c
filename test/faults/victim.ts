// A window that works until it is killed: exports, keeps drafts, or starts the demo, again and again.
import path from 'node:path';
import { FileTextStore } from '../../src/services/common/fileStore.ts';
import { Demo } from '../../src/services/demo/demo.ts';
import { DiskFile } from '../../src/services/export/diskFile.ts';
import { PartialFiles } from '../../src/services/export/partialFiles.ts';
import { memoryConnections } from '../support/memoryConnections.ts';
import { inProject } from '../support/projectPaths.ts';
import { draftKey, draftText, exportedBytes, exportedName } from './victimWork.ts';

const [, , kind = '', folder = ''] = process.argv;
process.send?.('ready');
for (let turn = 0; ; turn++) await work(turn);

async function work(turn: number): Promise<void> {
  if (kind === 'export') {
    const file = await DiskFile.open(path.join(folder, exportedName), new PartialFiles(path.join(folder, 'notes')));
    const bytes = exportedBytes(turn);
    for (let at = 0; at < bytes.length; at += 20_000) await file.write(bytes.subarray(at, at + 20_000));
    await file.finish();
  } else if (kind === 'draft')
    await new FileTextStore(path.join(folder, 'drafts')).writeText(draftKey, draftText(turn));
  else {
    const { connections } = memoryConnections();
    const demo = new Demo(connections, { script: inProject('src/demo/main.ts'), folder: path.join(folder, 'demo') });
    await demo.start(() => undefined);
    await demo.stop();
  }
}
