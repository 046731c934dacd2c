import type { ImportChoices } from '../../services/import/importChoices.ts';
import type { ImportPanels } from '../../features/import/host/importPanels.ts';
import type { ImportOutcome } from '../../features/import/host/importReport.ts';
import { type ImportMode, importModes } from '../../model/import/importWork.ts';
import type { SavedMapping } from '../../model/import/importMapping.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { askTableFile } from '../../platform/fileDialogs.ts';
import type { BulkRuns } from '../../services/bulk/bulkRuns.ts';
import type { Lazy } from '../../services/common/lazy.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import { runDraft } from '../bulk/bulkOutcome.ts';
import { addressInFront } from '../addressArgument.ts';
import { type Confirmed, type ListViewArgument, fileIn, valueIn, isTrue, textIn } from '../commandArgument.ts';
import { type ListViewDeps, listViewOf } from '../lists/pickListView.ts';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';

export interface ImportCommandDeps extends ListViewDeps {
  readonly guard: WriteGuard;
  readonly bulk: Lazy<{ readonly runs: BulkRuns; readonly importPanels: Lazy<ImportPanels> }>;
}

interface ImportArgument extends ListViewArgument, Confirmed {
  readonly source?: vscode.Uri | string;
  /** Maps a column title to a field, `id`, or null to skip the column. */
  readonly mapping?: Readonly<Record<string, string | null>>;
  /** `none` to add every row, or the title of the column that identifies the record. */
  readonly key?: string;
  /** `change` never adds a record, `add` never changes one; `both` by default. */
  readonly mode?: ImportMode;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    importRecords: [argument?: ImportArgument];
  }
}

/**
 * Imports the records of a file into the given, active or picked list view: updates existing ones and adds the others.
 * Users map the columns on a page and preview the changes first; code that passes `confirmed` gets the outcome.
 */
export async function importRecords(argument: unknown, deps: ImportCommandDeps): Promise<ImportOutcome | undefined> {
  const { source, ...choices } = readImportOptions(argument);
  const inFront = argument === undefined ? addressInFront() : undefined;
  const address = inFront?.kind === 'listView' ? inFront : await listViewOf(argument, deps, 'write');
  const madeFor = deps.guard.begin(address.connection, t('import records into {0}', address.controller));
  const target = { source: source ?? (await askTableFile(t('Import records'), t('Import'))), address, madeFor };
  const { importPanels, runs } = await deps.bulk.get();
  return (await importPanels.get()).import(target, choices, (draft) => runDraft(draft, runs));
}

/** Includes the file the caller named. */
interface ImportOptions extends ImportChoices {
  readonly source: vscode.Uri | undefined;
}

function readImportOptions(argument: unknown): ImportOptions {
  return {
    source: fileIn(argument, 'source'),
    mapping: mappingOf(argument),
    key: textIn(argument, 'key'),
    mode: modeOf(argument),
    isConfirmed: isTrue(argument, 'confirmed'),
  };
}

function modeOf(argument: unknown): ImportMode {
  const said = valueIn(argument, 'mode');
  if (said === undefined) return 'both';
  const mode = importModes.find((one) => one === said);
  if (mode === undefined) throw new UserError(t('Could not import: “mode” must be “both”, “change” or “add”.'));
  return mode;
}

function mappingOf(argument: unknown): SavedMapping {
  const said = valueIn(argument, 'mapping');
  if (said === undefined) return {};
  const isOne = typeof said === 'object' && said !== null && !Array.isArray(said);
  const entries = isOne ? Object.entries(said) : [];
  if (!isOne || !entries.every(([, field]) => field === null || typeof field === 'string'))
    throw new UserError(t('Could not import: “mapping” must map column titles to field names or null.'));
  return Object.fromEntries(entries);
}
