import { ExportMemory } from '../services/export/exportMemory.ts';
import { PartFiles } from '../services/export/partFiles.ts';
import { ImportMemory } from '../services/import/importMemory.ts';
import type { AddedControllers } from '../services/remembered/addedControllers.ts';
import { RecordSearch } from '../services/recordSearch.ts';
import type { StartParts } from './startParts.ts';

/** What only commands and tools need: search, export and import. */
export function assembleTasks(start: StartParts & { readonly added: AddedControllers }, exportFolder: string) {
  const { globalState } = start.context;
  return {
    search: new RecordSearch(start),
    exports: new ExportMemory(globalState),
    exportScript: start.context.asAbsolutePath('dist/exportWorker.js'),
    partFiles: new PartFiles(exportFolder),
    imports: new ImportMemory(globalState),
  };
}
