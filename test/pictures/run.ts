// npm run pictures: renders every page in every state, theme and width to dist/pictures/sheet/index.html and reports
// problems. --against <folder of another run> shows what changed. --vscode takes pictures of the whole window instead;
// --readme makes those for the README and the docs, in media and docs/pictures. --theme dark, --size narrow and --scene
// form limit the selection; --language de takes pictures in German.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { program } from '../support/program.ts';
import { Progress } from '../support/progress.ts';
import { inProject } from '../support/projectPaths.ts';
import { takeInVsCode } from './inVsCode.ts';
import { makeSheet } from './sheet.ts';

const { values } = parseArgs({
  options: {
    theme: { type: 'string' },
    size: { type: 'string' },
    scene: { type: 'string' },
    language: { type: 'string' },
    against: { type: 'string' },
    vscode: { type: 'boolean' },
    readme: { type: 'boolean' },
  },
});

await program(async () => {
  const progress = new Progress();
  const see = (file: string): void => progress.say(`See ${path.relative(process.cwd(), file)}`);
  if (values.vscode || values.readme) {
    await takeInVsCode(progress, inProject('dist', 'pictures'), values);
    see(values.readme ? inProject('media') : inProject('dist', 'pictures'));
    return 0;
  }
  const folder = inProject('dist', 'pictures', 'sheet');
  const findings = await makeSheet(progress, folder, values);
  see(path.join(folder, 'index.html'));
  progress.say(findings === 0 ? 'No problems found.' : `Problems found: ${findings}.`);
  return findings === 0 ? 0 : 1;
});
