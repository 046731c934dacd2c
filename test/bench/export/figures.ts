// Loaded into a program before it starts (`--import`): writes its figures to a file when it exits.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const highest = process.resourceUsage().maxRSS * 1024;
    const figures = { took: performance.now(), work: (user + system) / 1000, highest };
    writeFileSync(process.env['RECORDBENCH_FIGURES'] ?? '', JSON.stringify(figures));
  });
