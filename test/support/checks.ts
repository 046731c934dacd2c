import { inProject } from './projectPaths.ts';

/** One thing that `npm test` looks at. */
export interface Check {
  /** What it is called on the command line: `npm test -- unit lint`. */
  readonly name: string;
  readonly title: string;
  /** Run one after the other, each by this Node, until one fails. */
  readonly scripts: readonly (readonly string[])[];
  /** Its tests are counted one by one; any other check counts as one. */
  readonly countsTests?: true;
  readonly needsVsCode?: true;
  /** So many processes run it, as slots are free; each takes the next file when it is done with one. */
  readonly parts?: number;
}

export const mocha = inProject('test/support/mochaFiles.ts');

function tool(packageAndFile: string, ...args: string[]): string[] {
  return [inProject('node_modules', packageAndFile), ...args];
}

/** In the order in which they begin: the quick ones first, and the package before what is installed from it. */
export const checks: readonly Check[] = [
  {
    name: 'types',
    title: 'Types',
    scripts: ['tsconfig.json', 'src/features/tsconfig.json'].map((file) =>
      tool('typescript/bin/tsc', '-p', inProject(file)),
    ),
  },
  { name: 'lint', title: 'Lint', scripts: [tool('oxlint/bin/oxlint')] },
  { name: 'format', title: 'Format', scripts: [tool('oxfmt/bin/oxfmt', '--check')] },
  { name: 'dead', title: 'Dead code', scripts: [tool('knip/bin/knip.js')] },
  {
    name: 'unit',
    title: 'Unit tests',
    scripts: [[mocha, inProject('test/unit'), inProject('test/contract')]],
    countsTests: true,
    parts: 2,
  },
  {
    name: 'faults',
    title: 'Faults: kills, broken connections, silence',
    scripts: [[mocha, inProject('test/faults')]],
    countsTests: true,
    parts: 2,
  },
  { name: 'package', title: 'Build and package', scripts: [[inProject('esbuild.mjs'), '--package']] },
  {
    name: 'webview',
    title: 'Webviews, in a browser without VS Code',
    scripts: [[mocha, inProject('test/webview')]],
    countsTests: true,
    parts: 2,
  },
  {
    name: 'host',
    title: 'Host suite, inside VS Code',
    scripts: [[inProject('test/host/run.ts')]],
    countsTests: true,
    needsVsCode: true,
  },
  {
    name: 'e2e',
    title: 'Journeys, in a browser',
    scripts: [[mocha, inProject('test/e2e')]],
    countsTests: true,
    needsVsCode: true,
    parts: 3,
  },
];
