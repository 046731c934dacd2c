import type { Connection } from '../../model/connection/connection.ts';
import type { ProfileState } from '../../model/list/columnProfile.ts';
import { RecordSource } from '../export/recordSource.ts';
import type { ThreadHost } from '../export/threadHost.ts';
import { type ProfileJob, profileList } from './profileList.ts';

export interface ProfileStart extends ProfileJob {
  readonly connection: Connection;
}

/** Runs `profileList` in a worker thread; closing the profile terminates the thread. */
export function profileInThread(host: ThreadHost, { connection, ...job }: ProfileStart): Promise<ProfileState> {
  return profileList(job, {
    createSource: () =>
      new RecordSource({ connection, records: (_, asked) => host.page(asked) }, job.listTarget, job.query),
    onState: (state) => host.post({ kind: 'part', part: state }),
    resume: () => host.resume(),
    signal: new AbortController().signal,
  });
}
