import { access, constants } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileProblem } from '../model/fileProblem.ts';
import { numberSettings } from '../model/numberSetting.ts';
import { createFolder } from '../node/storage.ts';
import { BulkPlanner } from '../services/bulk/bulkPlanner.ts';
import { BulkRuns } from '../services/bulk/bulkRuns.ts';
import { JournalFolder } from '../services/bulk/journalFolder.ts';
import { RecordChanges } from '../services/common/recordChanges.ts';
import { History } from '../services/history/history.ts';
import { HistoryFiles } from '../services/history/historyFiles.ts';
import { NamedRecords } from '../services/references/namedRecords.ts';
import { IntentFiles } from '../services/writes/intentFiles.ts';
import { RecordWriter } from '../services/writes/recordWriter.ts';
import { WriteIntents } from '../services/writes/writeIntents.ts';
import { CliProblem } from './cliProblem.ts';
import type { Context, Given, OptionTable } from './command.ts';
import type { Session } from './session.ts';

export const journalOptions = {
  journal: { type: 'string', value: 'DIR', about: 'Folder for the journals of runs (default: in your home folder)' },
} as const satisfies OptionTable;

export interface BulkServices {
  readonly folder: JournalFolder;
  readonly planner: BulkPlanner;
  readonly runs: BulkRuns;
  readonly references: NamedRecords;
  /** Call after the last write. */
  readonly dispose: () => void;
}

/** Returns the folder for journals: the one given, or the default one of this user. */
export function journalFolder({ journal }: Given<typeof journalOptions>, context: Context): string {
  return journal === undefined ? path.join(stateFolder(context), 'runs') : path.resolve(context.workingFolder, journal);
}

/** Returns that folder once it can be read and written, so that a run doesn't fail when it begins. */
export async function writableJournalFolder(given: Given<typeof journalOptions>, context: Context): Promise<string> {
  const folder = journalFolder(given, context);
  try {
    await createFolder(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw fileProblem(`use ${folder} for --journal`, error);
  }
  return folder;
}

/** Creates the services for planning and running bulk changes. */
export function bulkServices(session: Session, context: Context, folderOfRuns: string): BulkServices {
  const { guard, references } = session;
  const folder = new JournalFolder(folderOfRuns);
  const concurrency = (): number => numberSettings.bulkConcurrency.usual;
  // one folder for all runs of this user, so that they never write the same record at the same time
  const intents = new WriteIntents(new IntentFiles(path.join(stateFolder(context), 'intents')));
  const onFailure = (error: unknown): void => context.terminal.debug(String(error));
  const changes = new RecordChanges();
  // not used: the journal records what a run wrote
  const history = new History({
    files: new HistoryFiles(path.join(stateFolder(context), 'history'), onFailure),
    keepDays: () => 0,
    isSecret: (text) => context.knownSecrets.redact(text) !== text,
    onFailure,
  });
  const writer = new RecordWriter({ guard, changes, intents, history });
  return {
    folder,
    planner: new BulkPlanner(guard, folder, concurrency, references),
    runs: new BulkRuns({ guard, changes, writer, folder, concurrency }),
    references,
    dispose: () => intents.dispose(),
  };
}

/** Returns the folder for state that the operating system recommends. */
function stateFolder({ environment }: Context): string {
  const { XDG_STATE_HOME: xdg, LOCALAPPDATA: local } = environment;
  if (process.platform === 'win32') return path.join(local || inHome('AppData', 'Local'), 'recordbench');
  if (process.platform === 'darwin') return inHome('Library', 'Application Support', 'recordbench');
  return path.join(xdg && path.isAbsolute(xdg) ? xdg : inHome('.local', 'state'), 'recordbench');
}

/** Throws if there is no home folder: relative to the working folder, a journal could end up in a repository. */
function inHome(...parts: readonly string[]): string {
  let home = '';
  try {
    home = os.homedir();
  } catch {
    // a user without an account, as in some containers
  }
  if (path.isAbsolute(home)) return path.join(home, ...parts);
  throw new CliProblem('Could not find your home folder. Set HOME to an absolute path, then try again.');
}
