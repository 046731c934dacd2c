import { runAlone } from './runAlone.ts';
import { runForExtension } from './runForExtension.ts';

if (process.send) runForExtension(process);
else await runAlone(process.argv.slice(2));
