import { mkdir, rm } from 'node:fs/promises';
import { t } from '@vscode/l10n';
import { ServiceError, UserFacingError } from '../../model/errors.ts';
import { ColumnProfiler } from '../../model/list/columnProfiler.ts';
import type { ProfileState } from '../../model/list/columnProfile.ts';
import { isInMemory, isShort, type ListClient, ListThread, type ThreadScript } from '../export/listThread.ts';
import type { PartialFiles } from '../export/partialFiles.ts';
import { RecordSource } from '../export/recordSource.ts';
import type { ProfileStart } from './profileInThread.ts';
import { type ProfileJob, profileList } from './profileList.ts';

export interface ProfileRequest extends Omit<ProfileJob, 'folder'> {
  readonly client: ListClient;
  readonly onState: (state: ProfileState) => void;
}

/** The counts are outside of its heap. */
const oldMegabytes = 256;

/** Profiles columns, in a worker thread if the list is long. */
export class Profiler {
  readonly #thread: ThreadScript;
  readonly #files: Pick<PartialFiles, 'folder'>;

  constructor(thread: ThreadScript, files: Pick<PartialFiles, 'folder'>) {
    this.#thread = thread;
    this.#files = files;
  }

  start(request: ProfileRequest): ProfileTask {
    return new ProfileTask(request, this.#files.folder(), (job, thread, signal) =>
      thread.runWorker(this.#thread, job, signal),
    );
  }
}

type RunWorker = (start: ProfileStart, thread: ListThread<ProfileState>, signal: AbortSignal) => Promise<ProfileState>;

/** A profile that is being counted. It can be stopped and continued until it is closed. */
export class ProfileTask {
  readonly #request: ProfileRequest;
  readonly #folder: string;
  readonly #runWorker: RunWorker;
  readonly #close = new AbortController();
  #stop = new AbortController();
  /** Set while reading is stopped. */
  #continuing: PromiseWithResolvers<void> | undefined;
  #last: ProfileState;
  /** Resolves when the profile is complete, failed or closed; rejects if that was unexpected. */
  readonly finished: Promise<void>;

  constructor(request: ProfileRequest, folder: string, runWorker: RunWorker) {
    this.#request = request;
    this.#folder = folder;
    this.#runWorker = runWorker;
    this.#last = { profile: new ColumnProfiler(request.column).profile, total: request.first.total };
    this.finished = this.#run();
  }

  /** The counts so far. */
  get state(): ProfileState {
    return this.#last;
  }

  /** Stops reading and keeps the counts. */
  stop(): void {
    this.#stop.abort();
  }

  /** Continues where reading stopped. */
  resume(): void {
    const continuing = this.#continuing;
    const { end, ...state } = this.#last;
    if (!continuing || end?.kind !== 'stopped' || !end.canContinue) return;
    this.#stop = new AbortController();
    this.#report(state);
    continuing.resolve();
  }

  /** Frees everything; no further states are reported. */
  async close(): Promise<void> {
    this.#close.abort();
    this.#continuing?.reject(canceled());
    await this.finished.catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { signal } = this.#close;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      this.#report(await this.#count(signal));
    } catch (error) {
      if (signal.aborted) return;
      const isExpected = error instanceof UserFacingError;
      const why = isExpected ? error.message : t('Could not profile the column because of an unexpected error.');
      this.#report({ ...this.#last, end: { kind: 'stopped', why, canContinue: false } });
      if (!isExpected) throw error;
    } finally {
      await rm(this.#folder, { recursive: true, force: true });
    }
  }

  #count(signal: AbortSignal): Promise<ProfileState> {
    const { client: _client, onState: _onState, ...request } = this.#request;
    const job = { ...request, first: { ...request.first, rows: [] }, folder: this.#folder };
    const { listTarget, query, first } = job;
    const client = this.#stoppable;
    const resume = async (): Promise<void> => this.#continuing?.promise;
    if (isInMemory(listTarget) || isShort(first.total)) {
      const createSource = (): RecordSource => new RecordSource(client, listTarget, query);
      return profileList(job, { createSource, onState: (state) => this.#report(state), resume, signal });
    }
    const thread = new ListThread<ProfileState>({
      lists: [{ client, controller: listTarget.controller }],
      onProgress: () => undefined,
      onPart: (state) => this.#report(state as ProfileState),
      resume,
      oldMegabytes,
      canceled,
    });
    return this.#runWorker({ ...job, connection: client.connection }, thread, signal);
  }

  /** Wraps the client so that requests fail while reading is stopped. */
  get #stoppable(): ListClient {
    const { client } = this.#request;
    const stoppable = async <T>(ask: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> => {
      const { signal: stop } = this.#stop;
      try {
        return await ask(signal ? AbortSignal.any([signal, stop]) : stop);
      } catch (error) {
        throw stop.aborted ? canceled() : error;
      }
    };
    const { connection, encodedRecords } = client;
    return {
      connection,
      records: (controller, query, signal) => stoppable((both) => client.records(controller, query, both), signal),
      ...(encodedRecords && {
        encodedRecords: (controller, query, signal) =>
          stoppable((both) => encodedRecords.call(client, controller, query, both), signal),
      }),
    };
  }

  #report(state: ProfileState): void {
    if (this.#close.signal.aborted) return;
    this.#last = state;
    // set before the listener is called, because it may resume immediately
    if (state.end?.kind === 'stopped') {
      this.#continuing = Promise.withResolvers();
      this.#continuing.promise.catch(() => undefined);
    }
    this.#request.onState(state);
  }
}

function canceled(): ServiceError {
  return new ServiceError('canceled', { doing: t('profile the column'), why: t('it was canceled') });
}
