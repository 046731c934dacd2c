// Child process, `bulkRunner.ts <records> <folder>`: edits every record in a bulk run and reports the cost. The journal,
// the intents and the history are on disk; the service is in-process.
import path from 'node:path';
import { HistoryFiles } from '../../../src/services/history/historyFiles.ts';
import { IntentFiles } from '../../../src/services/writes/intentFiles.ts';
import { RecordWriter } from '../../../src/services/writes/recordWriter.ts';
import { WriteIntents } from '../../../src/services/writes/writeIntents.ts';
import { InstantBulk } from '../../support/instantBulk.ts';
import { memoryHistory } from '../../support/memoryHistory.ts';

const [count = '', folder = ''] = process.argv.slice(2);
const fail = (error: unknown): never => {
  throw error;
};
const bulk = new InstantBulk(path.join(folder, 'journals'), Number(count), 4, undefined, (guard, { changes }) => {
  const intents = new WriteIntents(new IntentFiles(path.join(folder, 'intents')));
  const history = memoryHistory(new HistoryFiles(path.join(folder, 'history'), fail));
  return new RecordWriter({ guard, changes, intents, history });
});
const draft = await bulk.plan();
const start = performance.now();
const { ended, runner } = await bulk.runs.begin(draft);
await ended;
const took = performance.now() - start;
const { done } = runner.ledger.counts;
if (done !== Number(count)) throw new Error(`${done} of ${count} were edited`);
const { user, system } = process.cpuUsage();
process.send?.({ took, work: (user + system) / 1000, highest: process.resourceUsage().maxRSS * 1024 });
process.exit();
