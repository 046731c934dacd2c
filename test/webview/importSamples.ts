import type { ImportStart, ImportState } from '../../src/features/import/importProtocol.ts';

type Column = ImportState['columns'][number];

const fields = ['City', 'Email', 'Score', 'Last name'].map((label) => ({ label, name: label.toLowerCase() }));

export const importState: ImportState = {
  columns: [
    { target: 'id', note: null },
    { target: 0, note: null },
    { target: 2, note: { tone: 'warning', text: '“Score” must be a number, but “twelve” is not.' } },
    { target: 'skip', note: { tone: 'plain', text: '“Created” is read-only.' } },
    { target: 'unmapped', note: { tone: 'warning', text: 'Not mapped, so not imported.' } },
  ],
  matches: ['id', 1, 'none'],
  match: 'id',
  mode: 'both',
  outcome: 'Records with an id are updated. Records without one are added.',
  summary: '1,665 records · 3 of 5 columns mapped',
  remarks: [{ tone: 'warning', text: 'Not mapped, so not imported: Color' }],
  problem: null,
  isBusy: false,
};

export const importStart: ImportStart = {
  title: 'Import leads.csv into crm/leads',
  columns: [
    { title: 'id', samples: ['1', '2', '3'] },
    { title: 'Town', samples: ['Goa', 'Pune', 'Agra'] },
    { title: 'Score', samples: ['12', 'twelve'] },
    { title: 'Created', samples: ['2026-03-12 10:20:00'] },
    { title: 'Color', samples: [] },
  ],
  fields,
  state: importState,
};

const conflict = (other: string): Column => ({
  target: 0,
  note: { tone: 'error', text: `“City” is already mapped to the column “${other}”.` },
});

/** Two columns mapped to one field, and no key. */
export const refusedImport: ImportStart = {
  ...importStart,
  state: {
    ...importState,
    columns: [{ target: 'skip', note: null }, conflict('Color'), ...importState.columns.slice(2, 4), conflict('Town')],
    matches: ['none'],
    match: null,
    outcome: '',
    remarks: [],
    problem: 'Column “Town”: “City” is already mapped to the column “Color”. Choose another field, or skip it.',
  },
};

/** This many columns, each with this name and this sample. */
export function wideImport(count: number, name: string): ImportStart {
  const column = (at: number): Column => importState.columns[at % importState.columns.length] as Column;
  const note = { tone: 'warning', text: name } as const;
  return {
    title: name,
    columns: Array.from({ length: count }, () => ({ title: name, samples: [name, name, name] })),
    fields: fields.map((field) => ({ ...field, label: name })),
    state: {
      ...importState,
      columns: Array.from({ length: count }, (_, at) => ({ target: column(at).target, note })),
      outcome: name,
      remarks: [note, { tone: 'plain', text: name }],
    },
  };
}
