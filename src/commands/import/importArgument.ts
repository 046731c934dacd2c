import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ColumnUse, SavedMapping } from '../../model/import/importMapping.ts';
import type { ImportKey } from '../../model/import/importWork.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { fileIn, valueIn, isTrue, textIn } from '../commandArgument.ts';

/** What the caller of an import has decided already. */
export interface ImportOptions {
  readonly source: vscode.Uri | undefined;
  /** By the title of a column: a field, `id`, or null to leave it out. */
  readonly mapping: SavedMapping;
  /** `none` to add everything, or the title of the column that tells which record is meant. */
  readonly key: string | undefined;
  /** Nothing is asked, and what can be written is written. */
  readonly isConfirmed: boolean;
}

export function readImportOptions(argument: unknown): ImportOptions {
  return {
    source: fileIn(argument, 'source'),
    mapping: mappingOf(argument),
    key: textIn(argument, 'key'),
    isConfirmed: isTrue(argument, 'confirmed'),
  };
}

/** The key that code named, by the title of its column. */
export function namedKey(key: string, titles: readonly string[], uses: readonly ColumnUse[]): ImportKey {
  if (key === 'none') return { kind: 'none' };
  const use = uses[titles.indexOf(key)];
  if (use?.kind === 'field') return { kind: 'field', field: use.field };
  if (use?.kind === 'id') return { kind: 'id' };
  throw new UserError(
    t('Could not import: “{0}” is not a column that tells which record is meant. Name another as “key”.', key),
  );
}

function mappingOf(argument: unknown): SavedMapping {
  const said = valueIn(argument, 'mapping');
  if (said === undefined) return {};
  const isOne = typeof said === 'object' && said !== null && !Array.isArray(said);
  const entries = isOne ? Object.entries(said) : [];
  if (!isOne || !entries.every(([, field]) => field === null || typeof field === 'string'))
    throw new UserError(t('Could not import: “mapping” must name a field, or null, for the titles of columns.'));
  return Object.fromEntries(entries);
}
