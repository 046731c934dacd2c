import { isMainThread } from 'node:worker_threads';
import { runAlone } from './runAlone.ts';
import { runForExtension } from './runForExtension.ts';

// Bundled, this file is also what the worker that makes the search runs; there, that is all it is to do.
if (isMainThread) {
  if (process.send) runForExtension(process);
  else await runAlone(process.argv.slice(2));
}
