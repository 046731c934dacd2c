/* Ids shared by package.json and the code, except commands. A test checks both directions. */

/** Prefix of every command; the rest of the id is the name used in code. */
export const commandPrefix = 'recordbench.';

export function commandId<Name extends string>(name: Name): `recordbench.${Name}` {
  return `${commandPrefix}${name}`;
}

export const viewContainers = { recordbench: 'recordbench', requests: 'recordbenchRequests' } as const;

export const views = {
  records: 'recordbench.records',
  pending: 'recordbench.pending',
  watched: 'recordbench.watched',
  requests: 'recordbench.requests',
} as const;

export const settings = {
  connections: 'recordbench.connections',
  pageSize: 'recordbench.pageSize',
  requestTimeout: 'recordbench.requestTimeout',
  autoRefreshSeconds: 'recordbench.autoRefreshSeconds',
  watchSeconds: 'recordbench.watchSeconds',
  watchInBackground: 'recordbench.watchInBackground',
  demoAutoStart: 'recordbench.demo.autoStart',
  defuseFormulas: 'recordbench.export.defuseFormulas',
  compareHideSystemFields: 'recordbench.compare.hideSystemFields',
  bulkConcurrency: 'recordbench.bulk.concurrency',
  bulkAskCountAbove: 'recordbench.bulk.askCountAbove',
  journalKeepDays: 'recordbench.journal.keepDays',
  historyKeepDays: 'recordbench.history.keepDays',
  linksPlainIds: 'recordbench.links.plainIds',
} as const;

export const contextKeys = {
  demoRunning: 'recordbench.demoRunning',
  filtered: 'recordbench.filtered',
  watched: 'recordbench.watchedResources',
  watching: 'recordbench.watching',
  readOnly: 'recordbench.readOnly',
  notAddable: 'recordbench.notAddable',
  notEditable: 'recordbench.notEditable',
  notDeletable: 'recordbench.notDeletable',
  startedDemo: 'recordbench.startedDemo',
  openedTable: 'recordbench.openedTable',
  openedRecord: 'recordbench.openedRecord',
  ownConnection: 'recordbench.ownConnection',
  savedRecord: 'recordbench.savedRecord',
  changedMany: 'recordbench.changedMany',
  undoneRun: 'recordbench.undoneRun',
} as const;

/** Tools for language models, without the `recordbench_` prefix of their ids. */
export const toolNames = ['describe', 'search', 'read', 'stage', 'propose'] as const;

export type ToolName = (typeof toolNames)[number];

export function toolId(name: ToolName): string {
  return `recordbench_${name}`;
}

export const schemes = { records: 'records', compared: 'records-compare', files: 'records-file' } as const;

export const languages = { record: 'record', listView: 'listview', plan: 'recordplan' } as const;

export const customEditors = {
  table: 'recordbench.table',
  form: 'recordbench.form',
  plan: 'recordbench.plan',
} as const;

/** Webview panels. Those listed in package.json are restored after a reload. */
export const webviewPanels = {
  connection: 'recordbench.connection',
  bulk: 'recordbench.bulk',
  signup: 'recordbench.signup',
  license: 'recordbench.license',
  compare: 'recordbench.compare',
  import: 'recordbench.import',
} as const;
