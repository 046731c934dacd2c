// node test/support/mochaFiles.ts [--timeout ms] [--grep text] <folder or file>…: runs every *.test.ts in there, in plain Node.
import { parseArgs } from 'node:util';
import { runMocha } from './mochaRun.ts';
import { program } from './program.ts';
import { testFiles } from './testFiles.ts';

await program(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { timeout: { type: 'string', default: '20000' }, grep: { type: 'string' } },
  });
  const { failed } = await runMocha(testFiles(positionals), {
    timeout: Number(values.timeout),
    color: process.stdout.isTTY,
    ...(values.grep && { grep: values.grep }),
  });
  return failed === 0 ? 0 : 1;
});
