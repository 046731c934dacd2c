import { importHost, type ImportStart } from '../../../src/features/import/importProtocol.ts';
import { importStart, importState, refusedImport, wideImport } from '../importSamples.ts';
import { hebrewName, longSentence, never, type SheetState, type StateName } from './sheetState.ts';

function importing(state: StateName, start: ImportStart | Error | undefined, part?: string): SheetState {
  return {
    page: 'import',
    state,
    ...(part !== undefined && { part }),
    show: async (view) => {
      const answer = (): ImportStart | Promise<ImportStart> => {
        if (start instanceof Error) throw start;
        return start ?? never<ImportStart>();
      };
      await view.openWith('import', importHost, { start: answer, reload: answer });
      await view.page.locator('recordbench-import > *').first().waitFor();
      if (start && !(start instanceof Error)) await view.page.locator('table select').first().waitFor();
      if (start instanceof Error) await view.page.getByRole('alert').waitFor();
    },
  };
}

export const importStates: readonly SheetState[] = [
  importing('as usual', importStart),
  importing('one', {
    ...importStart,
    columns: importStart.columns.slice(1, 2),
    state: {
      ...importState,
      columns: importState.columns.slice(1, 2),
      matches: ['none'],
      match: null,
      outcome: '',
      remarks: [],
      problem: 'Choose how to match the records.',
    },
  }),
  importing(
    'as usual',
    {
      ...importStart,
      state: {
        ...importState,
        mode: 'change',
        matches: ['id', 1],
        outcome: 'Records with an id are updated. Records without one are skipped.',
      },
    },
    'change only',
  ),
  importing('very many', wideImport(500, 'Column')),
  importing('very long', wideImport(5, longSentence)),
  importing('right to left', wideImport(5, hebrewName)),
  importing('loading', undefined),
  importing('loading', { ...importStart, state: { ...importState, isBusy: true } }, 'preview'),
  importing(
    'service gone',
    new Error('Could not read leads.csv: a quote in the record at line 3 is never closed. Correct it there.'),
    'broken file',
  ),
  importing('refused', refusedImport),
];
