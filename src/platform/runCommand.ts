import * as vscode from 'vscode';
import { commandId, type CommandName } from '../manifest.ts';
import type { LinkQuery } from '../model/address/recordsLink.ts';
import type { BulkChange } from '../model/bulk/bulkChange.ts';

interface ConnectionArgument {
  readonly connection?: string | undefined;
}

interface ControllerArgument extends ConnectionArgument {
  /** `<module>/<controller>` */
  readonly controller?: string;
}

interface ListViewArgument extends ControllerArgument {
  readonly listView?: string | undefined;
}

interface Confirmed {
  /** Nothing is asked any more. */
  readonly confirmed?: boolean;
}

interface MadeFor {
  /** The address of the service whose records are meant: where the connection leads elsewhere by now, it is refused. */
  readonly madeFor?: string | undefined;
}

/** A record: its address, or the names that make it up. */
type RecordArgument = vscode.Uri | string | (ControllerArgument & { readonly id?: string } & MadeFor);
/** One change in the history of a record, by its key. */
interface ChangeArgument extends ControllerArgument {
  readonly id: string;
  readonly change: string;
}

/** A record or a list view. */
type AddressArgument = RecordArgument | ListViewArgument;

/** Some records of a list view: those that are named, or all that match. */
interface RecordsArgument extends ListViewArgument, MadeFor {
  readonly ids?: readonly string[] | undefined;
  readonly query?: LinkQuery | undefined;
  /** Of all that match: those that are left out. */
  readonly except?: readonly string[] | undefined;
}

interface ExportArgument extends RecordsArgument {
  /** The rows on the screen; `from` counts from 0. */
  readonly shown?: { readonly from: number; readonly count: number } | undefined;
  readonly columns?: 'visible' | 'all' | readonly string[];
  readonly format?: string;
  /** Values as a person reads them, in CSV and Excel. */
  readonly asShown?: boolean;
  readonly target?: vscode.Uri | string;
}

interface ImportArgument extends ListViewArgument, Confirmed {
  readonly source?: vscode.Uri | string;
  /** By the title of a column: a field, `id`, or null to leave it out. */
  readonly mapping?: Readonly<Record<string, string | null>>;
  /** `none` to add everything, or the title of the column that tells which record is meant. */
  readonly key?: string;
}

interface CompareArgument extends ListViewArgument {
  /** Another list view; what is left out is as it is here. */
  readonly other?: ListViewArgument;
  readonly source?: vscode.Uri | string;
  /** `id`, or the field that tells which records belong together. */
  readonly key?: string;
}

/** A search that was saved in a list view, by its name. */
interface SearchArgument extends ListViewArgument {
  readonly search?: string;
}

interface RunArgument extends Confirmed {
  readonly run?: string;
}

/** What each command takes from code; a person is asked for what is left out. Lines of a tree are arguments, too. */
interface CommandArguments {
  addConnection: [argument?: { readonly baseUrl?: string; name?: string; token?: string; readOnly?: boolean }];
  editConnection: [argument?: ConnectionArgument];
  testConnection: [argument?: ConnectionArgument];
  removeConnection: [argument?: ConnectionArgument];
  setToken: [argument?: ConnectionArgument];
  signOut: [argument?: ConnectionArgument & Confirmed];
  signup: [argument?: ConnectionArgument & { readonly baseUrl?: string }];
  showLicense: [argument?: ConnectionArgument];
  showOrganization: [argument?: ConnectionArgument];
  connectionActions: [argument?: ConnectionArgument | vscode.Uri];
  startDemo: [];
  stopDemo: [argument?: ConnectionArgument];
  resetDemo: [argument?: ConnectionArgument & Confirmed];
  showLog: [];
  showRequests: [];
  clearRequests: [];
  copyRequestAsCurl: [];
  refresh: [argument?: ControllerArgument];
  refreshAll: [];
  retry: [argument?: ControllerArgument];
  addController: [argument?: ControllerArgument];
  removeController: [argument?: ControllerArgument];
  filterTree: [argument?: { readonly text?: string }];
  clearFilter: [];
  addFavorite: [argument?: ListViewArgument & { readonly name?: string }];
  removeFavorite: [argument?: ListViewArgument];
  clearRecents: [];
  saveSearch: [argument?: AddressArgument | (ListViewArgument & { readonly name?: string })];
  openSearch: [argument?: SearchArgument];
  renameSearch: [argument?: SearchArgument & { readonly name?: string }];
  removeSearch: [argument?: SearchArgument];
  openListView: [argument?: ListViewArgument & { readonly query?: LinkQuery | undefined }];
  goToRow: [argument?: { readonly row?: number }];
  searchTable: [];
  goToRecord: [argument?: ConnectionArgument & { readonly text?: string }];
  searchRecords: [argument?: ConnectionArgument & { readonly text?: string }];
  searchAllRecords: [];
  openRecord: [argument?: ControllerArgument & { readonly id?: string }];
  openAsForm: [argument?: RecordArgument];
  openAsText: [argument?: RecordArgument];
  reloadRecord: [argument?: RecordArgument & Confirmed];
  addRecord: [argument?: AddressArgument];
  duplicateRecord: [argument?: RecordArgument];
  deleteRecord: [argument?: RecordArgument & Confirmed];
  pasteJson: [argument?: RecordArgument];
  compareRecords: [argument?: RecordArgument | readonly RecordArgument[], second?: RecordArgument];
  compareAcross: [argument?: RecordArgument | { readonly address: string; connection: string }, second?: string];
  showHistory: [argument?: RecordArgument | ConnectionArgument | ChangeArgument];
  showChangeAsJson: [];
  forgetRecord: [argument?: RecordArgument & Confirmed];
  explainPermission: [argument?: RecordArgument | { readonly address: string; field: string }, field?: string];
  copyLink: [argument?: AddressArgument | SearchArgument];
  copyAsCurl: [argument?: AddressArgument];
  copyTypes: [argument?: AddressArgument];
  savePending: [argument?: Confirmed];
  saveAllPending: [];
  discardPending: [argument?: Confirmed];
  discardAllPending: [];
  comparePending: [];
  planPending: [argument?: vscode.Uri];
  watch: [argument?: AddressArgument];
  stopWatching: [argument?: AddressArgument];
  showWatched: [argument?: AddressArgument];
  lookNow: [];
  bulkEdit: [argument?: RecordsArgument & Confirmed & { readonly changes?: readonly BulkChange[] }];
  bulkDelete: [argument?: RecordsArgument & Confirmed];
  undoBulk: [argument?: RunArgument];
  resumeBulk: [argument?: RunArgument];
  showBulkRuns: [argument?: RunArgument];
  showPlan: [argument?: vscode.Uri];
  exportRecords: [argument?: ExportArgument];
  importRecords: [argument?: ImportArgument];
  compareListView: [argument?: CompareArgument | vscode.Uri];
}

/** Every name that some argument has. */
export type ArgumentName = KeysOf<CommandArguments[CommandName][number]>;
type KeysOf<T> = T extends vscode.Uri | string | readonly unknown[] | undefined ? never : keyof T;

/** The commands that can be called with such an argument. */
export type CommandTaking<Argument> = {
  [Name in CommandName]: [Argument] extends CommandArguments[Name] ? Name : never;
}[CommandName];

/**
 * What answers a question before it is asked, or says where something is written, read or sent. Anyone can put a link to a
 * command before a person, so it counts only from those who may answer for them.
 */
const answers: readonly ArgumentName[] = ['confirmed', 'target', 'source', 'run', 'token', 'baseUrl', 'name'];

/** Marks what our own code calls with, and other extensions by our API. A link and a key bring JSON, which has no such name. */
const byCode = Symbol.for('recordbench.byCode');

/** Calls a command as code does: it rejects when it fails, after it has told the person. */
export function runCommand<Name extends CommandName>(name: Name, ...args: CommandArguments[Name]): Thenable<unknown> {
  return vscode.commands.executeCommand(commandId(name), { [byCode]: args });
}

interface CommandCall {
  readonly args: readonly unknown[];
  readonly isByCode: boolean;
}

/** What a command was called with, without the answers of someone who may not give them. */
export async function readCall(given: readonly unknown[]): Promise<CommandCall> {
  const [call] = given as readonly [{ readonly [byCode]?: readonly unknown[] } | null | undefined];
  const args = call?.[byCode];
  return { args: args ?? (await Promise.all(given.map(withoutAnswers))), isByCode: args !== undefined };
}

/** A line of a tree is an object of ours, and no plain one. */
async function withoutAnswers(argument: unknown): Promise<unknown> {
  if (typeof argument !== 'object' || argument === null) return argument;
  const origin: unknown = Object.getPrototypeOf(argument);
  if (origin !== Object.prototype && origin !== null) return argument;
  const others = Object.fromEntries(
    Object.entries(argument).filter(([name]) => !answers.some((answer) => answer === name)),
  );
  // a query that is none is refused by whoever reads it; without one, more would be meant
  return 'query' in others && !(await isHarmless(others['query'])) ? { ...others, query: null } : others;
}

async function isHarmless(query: unknown): Promise<boolean> {
  const rawQ: unknown = typeof query === 'object' && query !== null && 'rawQ' in query ? query.rawQ : undefined;
  if (typeof rawQ !== 'string') return rawQ === undefined;
  const { isPlainFind } = await import('../model/list/checkQ.ts');
  return isPlainFind(rawQ);
}

/** What VS Code calls when a line or an item is clicked. */
export function createCommand<Name extends CommandName>(
  name: Name,
  title: string,
  ...args: CommandArguments[Name]
): vscode.Command {
  return { command: commandId(name), title, arguments: args };
}
