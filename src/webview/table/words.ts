/** Every sentence of the table that a person reads, in one place. */
const locale = globalThis.navigator?.language ?? 'en';
const numbers = new Intl.NumberFormat(locale);

export const count = (value: number): string => numbers.format(value);

export const words = {
  yes: 'Yes',
  no: 'No',
  toolbar: 'Table',
  refresh: 'Refresh',
  columns: 'Columns',
  filter: 'Filter',
  exportRecords: 'Export',
  addRecord: 'Add record',
  editSelected: 'Edit selected',
  deleteSelected: 'Delete selected',
  search: 'Search',
  more: 'More',
  preview: 'Preview',
  editQuery: 'Edit query',
  copyAsCurl: 'Copy as curl',
  retry: 'Retry',
  setToken: 'Set token',
  loading: 'Loading…',
  updating: 'Updating…',
  noRecords: 'No records',
  shown: (first: number, last: number, total: number) => `${count(first)}–${count(last)} of ${count(total)}`,
  shownOfUnknown: (first: number, last: number) => `${count(first)}–${count(last)}`,
  totalOf: (label: string, total: string) => `Total of ${label}: ${total}`,
  staged: (was: string | null) => `staged, not saved; was ${was === null || was === '' ? 'empty' : was}`,
  refused: (problem: string) => `refused: ${problem}`,
  deleted: 'deleted',
  loadingRow: 'loading',
  totals: 'Totals',
} as const;

export { locale };
