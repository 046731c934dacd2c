/*
 * Every id that package.json and the code share. A test holds the two against each other in both directions.
 */

export const commands = {
  addConnection: 'recordbench.addConnection',
  removeConnection: 'recordbench.removeConnection',
  setToken: 'recordbench.setToken',
  signOut: 'recordbench.signOut',
  startDemo: 'recordbench.startDemo',
  stopDemo: 'recordbench.stopDemo',
  resetDemo: 'recordbench.resetDemo',
  refresh: 'recordbench.refresh',
  retry: 'recordbench.retry',
  showLog: 'recordbench.showLog',
  addController: 'recordbench.addController',
  removeController: 'recordbench.removeController',
  filterTree: 'recordbench.filterTree',
  clearFilter: 'recordbench.clearFilter',
  addFavorite: 'recordbench.addFavorite',
  removeFavorite: 'recordbench.removeFavorite',
  clearRecents: 'recordbench.clearRecents',
  editConnection: 'recordbench.editConnection',
  testConnection: 'recordbench.testConnection',
  connectionActions: 'recordbench.connectionActions',
  openListView: 'recordbench.openListView',
  openRecord: 'recordbench.openRecord',
  copyLink: 'recordbench.copyLink',
  copyAsCurl: 'recordbench.copyAsCurl',
  goToRow: 'recordbench.goToRow',
  searchTable: 'recordbench.searchTable',
  signup: 'recordbench.signup',
  showLicense: 'recordbench.showLicense',
  exportRecords: 'recordbench.exportRecords',
  importRecords: 'recordbench.importRecords',
  addRecord: 'recordbench.addRecord',
  duplicateRecord: 'recordbench.duplicateRecord',
  deleteRecord: 'recordbench.deleteRecord',
  reloadRecord: 'recordbench.reloadRecord',
  pasteJson: 'recordbench.pasteJson',
  openAsForm: 'recordbench.openAsForm',
  openAsText: 'recordbench.openAsText',
  watch: 'recordbench.watch',
  stopWatching: 'recordbench.stopWatching',
  showWatched: 'recordbench.showWatched',
  lookNow: 'recordbench.lookNow',
  compareRecords: 'recordbench.compareRecords',
  compareAcross: 'recordbench.compareAcross',
  explainPermission: 'recordbench.explainPermission',
  copyTypes: 'recordbench.copyTypes',
  savePending: 'recordbench.savePending',
  discardPending: 'recordbench.discardPending',
  comparePending: 'recordbench.comparePending',
  bulkEdit: 'recordbench.bulkEdit',
  bulkDelete: 'recordbench.bulkDelete',
  undoBulk: 'recordbench.undoBulk',
  resumeBulk: 'recordbench.resumeBulk',
  showBulkRuns: 'recordbench.showBulkRuns',
  showOrganization: 'recordbench.showOrganization',
  goToRecord: 'recordbench.goToRecord',
  searchRecords: 'recordbench.searchRecords',
  showRequests: 'recordbench.showRequests',
  clearRequests: 'recordbench.clearRequests',
  copyRequestAsCurl: 'recordbench.copyRequestAsCurl',
} as const;

export type CommandName = keyof typeof commands;

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
  demoAutoStart: 'recordbench.demo.autoStart',
  defuseFormulas: 'recordbench.export.defuseFormulas',
  compareHideSystemFields: 'recordbench.compare.hideSystemFields',
  bulkConcurrency: 'recordbench.bulk.concurrency',
  bulkAskCountAbove: 'recordbench.bulk.askCountAbove',
  journalKeepDays: 'recordbench.journal.keepDays',
  linksPlainIds: 'recordbench.links.plainIds',
} as const;

export const contextKeys = {
  demoRunning: 'recordbench.demoRunning',
  filtered: 'recordbench.filtered',
  watched: 'recordbench.watchedResources',
  watching: 'recordbench.watching',
  startedDemo: 'recordbench.startedDemo',
  openedTable: 'recordbench.openedTable',
  ownConnection: 'recordbench.ownConnection',
  savedRecord: 'recordbench.savedRecord',
  undoneRun: 'recordbench.undoneRun',
} as const;

export const tools = {
  describe: 'recordbench_describe',
  search: 'recordbench_search',
  read: 'recordbench_read',
  stage: 'recordbench_stage',
} as const;

export const schemes = { records: 'records' } as const;

/** Of the texts in diff editors. */
export const textSchemes = { compared: 'records-compare', watched: 'records-watched' } as const;

export const languages = { record: 'record', listView: 'listview' } as const;

export const customEditors = { table: 'recordbench.table', form: 'recordbench.form' } as const;

/** Of webviews in tabs of their own. Those that package.json names are restored after a reload. */
export const webviewPanels = {
  connection: 'recordbench.connection',
  bulk: 'recordbench.bulk',
  signup: 'recordbench.signup',
  license: 'recordbench.license',
} as const;
