/** Every sentence of the form that a person reads, in one place. */
const isMac = globalThis.navigator?.userAgent.includes('Mac') ?? false;

export const words = {
  yes: 'Yes',
  no: 'No',
  newRecord: (singular: string) => `New ${singular}`,
  unnamed: (singular: string) => `${singular} without a name`,
  deleted: 'Deleted',
  readOnly: 'read-only',
  connection: 'Connection',
  controller: 'Record type',
  facts: 'About this record',
  comments: 'Comments',
  actions: 'Record',
  compare: 'Compare with saved',
  duplicate: 'Duplicate',
  deleteRecord: 'Delete…',
  copyLink: 'Copy link',
  openAsText: 'Open as text',
  pasteJson: 'Paste JSON',
  save: isMac ? '⌘S' : 'Ctrl+S',
  saveKeys: isMac ? 'Meta+S' : 'Control+S',
  saving: 'Saving…',
  unsaved: (count: number) =>
    count === 0 ? 'Unsaved changes' : count === 1 ? '1 unsaved change' : `${count} unsaved changes`,
  notAdded: 'Not added yet',
  noButtons: 'The service offers no button for this form.',
  silent:
    'Recordbench is not answering; it may have been restarted. What you typed is kept here and sent as soon as it answers. If it does not, close this tab and open the record again.',
  readOnlyConnection: (name: string) => `The connection “${name}” is read-only.`,
  problems: (count: number) => (count === 1 ? 'One thing is to be put right' : `${count} things are to be put right`),
  conflicts: (count: number) =>
    count === 1
      ? 'Someone else changed a field that you changed too'
      : `Someone else changed ${count} fields that you changed too`,
  conflictHint: 'Nothing is saved until you choose which value stands.',
  conflict: 'Changed by someone else too',
  conflictIn: (label: string) => `Changed by someone else too: ${label}`,
  mine: 'Mine',
  theirs: 'Theirs',
  original: 'Original',
  showDifference: 'Show the difference',
  empty: 'empty',
  newsActions: {
    reload: 'Reload',
    compare: 'Compare',
    addAnew: 'Add anew',
    addAgain: 'Add again',
    openList: 'Open the list',
    setToken: 'Set token',
    retry: 'Retry',
  },
  required: 'Required',
  changed: 'Changed, not saved',
  why: "Why can't I edit this?",
  asking: 'Asking…',
  noAnswer: (reason: string) => `There is no answer: ${reason}`,
  notKept: (reason: string) => `This is not in the record yet: ${reason}`,
  system: 'System',
  nothingToShow: 'The service describes no fields for this form.',
  noRows: 'There are no rows.',
  inRow: (label: string, row: string) => `${label} (${row})`,
  noChoice: 'No choice',
  notAmong: (text: string) => `${text} (not among the choices)`,
  badJson: (reason: string) => `This is not JSON: ${reason}`,
  badMoment: 'This is not complete.',
  passwordIsSet: 'Set, not shown',
  chooseFile: 'Choose file…',
  removeFile: 'Remove file',
  clear: 'Clear',
  openReference: 'Open',
  notChosen: (text: string) => `“${text}” is not a record yet. Choose one from the list, or press Escape.`,
  recordsFor: (label: string) => `Records for ${label}`,
  lookingUp: 'Searching…',
  nothingFound: 'No record is found.',
  lookUpCut: 'There are more: type more of the name.',
  found: (count: number) => (count === 1 ? '1 record' : `${count} records`),
  tooBig: (name: string, limit: string) => `“${name}” is bigger than ${limit}, which is the most that can be sent.`,
  attaching: (name: string) => `Taking in ${name}…`,
  attachFailed: (name: string, reason: string) => `“${name}” could not be taken in: ${reason}`,
  related: 'Related records',
  relatedUnknown: 'The service does not say where these records are to be found.',
  goTo: (label: string) => `Go to ${label}`,
  opening: 'Opening…',
  couldNotStart: 'The form could not be opened:',
  retry: 'Retry',
} as const;

const sizes = new Intl.NumberFormat(globalThis.navigator?.language ?? 'en', { maximumFractionDigits: 1 });

export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${sizes.format(bytes)} B`;
  if (bytes < 1_000_000) return `${sizes.format(bytes / 1_000)} kB`;
  return `${sizes.format(bytes / 1_000_000)} MB`;
}
