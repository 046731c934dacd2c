// node test/support/mochaFiles.ts [--timeout ms] [--grep text] <folder or file>…: runs every *.test.ts in them, in
// plain Node.
import path from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { runMocha } from './mochaRun.ts';
import { program } from './program.ts';
import { projectRoot } from './projectPaths.ts';
import { seed, seedVariable } from './seed.ts';
import { testFiles } from './testFiles.ts';

await program(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { timeout: { type: 'string' }, grep: { type: 'string' } },
  });
  fc.configureGlobal({ seed });
  const { failed, tests } = await runMocha(testFiles(positionals), {
    color: process.stdout.isTTY,
    ...(values.timeout && { timeout: Number(values.timeout) }),
    ...(values.grep && { grep: values.grep }),
  });
  if (failed === 0) return 0;
  const files = new Set(tests.flatMap((test) => (test.passed || !test.file ? [] : [test.file])));
  const names = [...files].map((file) => path.relative(projectRoot, file));
  console.log(`Run again with the same random choices:
  ${seedVariable}=${seed} npx node test/support/mochaFiles.ts ${names.join(' ')}\n`);
  return 1;
});
