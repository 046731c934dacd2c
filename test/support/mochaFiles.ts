// node test/support/mochaFiles.ts [--timeout ms] [--grep text] [--part 1/2] <folder or file>…: runs every *.test.ts in there, in plain Node.
import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Mocha from 'mocha';
import { runMocha } from './mochaRun.ts';
import { program } from './program.ts';

await program(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      timeout: { type: 'string', default: '20000' },
      grep: { type: 'string' },
      part: { type: 'string', default: '1/1' },
    },
  });
  const mocha = new Mocha({
    timeout: Number(values.timeout),
    reporter: 'spec',
    color: process.stdout.isTTY,
    ...(values.grep && { grep: values.grep }),
  });
  const [part = 1, parts = 1] = values.part.split('/').map(Number);
  const files = positionals.flatMap(testFiles).toSorted();
  for (const file of files.filter((_, place) => place % parts === part - 1)) mocha.addFile(file);
  await mocha.loadFilesAsync();
  const result = await runMocha(mocha);
  return result.failed === 0 ? 0 : 1;
});

function testFiles(place: string): string[] {
  if (statSync(place).isFile()) return [path.resolve(place)];
  return globSync('**/*.test.ts', { cwd: place }).map((file) => path.resolve(place, file));
}
