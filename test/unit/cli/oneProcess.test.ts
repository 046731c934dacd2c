import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { runProgram } from '../../../src/cli/program.ts';
import { inProject } from '../../support/projectPaths.ts';
import { type LeadService, leadService } from '../../support/leadService.ts';

/** A process with its streams and signals in the hands of the test. */
class TestProcess extends EventEmitter {
  readonly env: Readonly<Record<string, string>> = {};
  readonly stdin = new PassThrough();
  readonly stderr = new PassThrough();
  readonly stdout: Writable;

  constructor(stdout: Writable = new PassThrough().resume()) {
    super();
    this.stdout = stdout;
  }

  cwd(): string {
    return inProject('.');
  }

  run(...args: string[]): Promise<number> {
    return runProgram(args, this as unknown as NodeJS.Process, pathToFileURL(inProject('src/cli/main.ts')));
  }

  said(): Promise<string> {
    return text(this.stderr.end());
  }
}

describe('command line within one process', () => {
  let service: LeadService;
  beforeEach(async () => {
    service = await leadService(2);
  });
  afterEach(() => service.close());

  it('exits with 130 if a search is interrupted, instead of reporting no results', async () => {
    const process = new TestProcess();
    service.trouble = ({ path }) => {
      if (path.startsWith('/crm/leads')) process.emit('SIGINT');
      return path.startsWith('/crm/leads');
    };
    assert.equal(await process.run('search', 'Lead', '--url', service.url), 130);
    assert.match(await process.said(), /^Interrupted before everything was searched\./);
  });

  it('exits with 130 if it is interrupted while waiting for a token', async () => {
    const process = new TestProcess();
    const ended = process.run('list', '--token-stdin', '--url', service.url);
    process.stdin.once('newListener', () => setImmediate(() => process.emit('SIGINT')));
    assert.equal(await ended, 130);
    assert.match(await process.said(), /^Interrupted while reading stdin\./);
  });

  it('reports that its result could not be written, unless the reader closed the pipe', async () => {
    const failing = (code: string): Writable =>
      new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });
    const full = new TestProcess(failing('ENOSPC'));
    assert.equal(await full.run('list', '--url', service.url), 3);
    assert.match(await full.said(), /^Could not write the result to stdout: the disk is full\./);
    const closed = new TestProcess(failing('EPIPE'));
    assert.equal(await closed.run('list', '--url', service.url), 0);
    assert.equal(await closed.said(), '');
  });
});
