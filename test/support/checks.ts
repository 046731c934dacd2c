import { inProject } from './projectPaths.ts';

/** One check of `npm test`. */
export interface Check {
  /** Name on the command line: `npm test -- unit lint`. */
  readonly name: string;
  readonly title: string;
  /** Run in order with the current Node until one fails. */
  readonly scripts: readonly (readonly string[])[];
  /** Its tests are counted one by one; any other check counts as one. */
  readonly countsTests?: true;
  /** Waits for the package, and isn't run without it. */
  readonly needsPackage?: true;
  /** The same, and for VS Code. */
  readonly needsVsCode?: true;
  /** Max number of processes that run it as slots become free; each takes the next file when it finishes one. */
  readonly parts?: number;
}

export const mocha = inProject('test/support/mochaFiles.ts');

function tool(packageAndFile: string, ...args: string[]): string[] {
  return [inProject('node_modules', packageAndFile), ...args];
}

/** In start order: quick ones first, and the package before the checks that install it. */
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
    name: 'release',
    title: 'Release: same bytes, bill of materials, workflows',
    scripts: [[mocha, inProject('test/release')]],
    countsTests: true,
    needsPackage: true,
  },
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
