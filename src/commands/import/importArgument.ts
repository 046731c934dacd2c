import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ImportChoices } from '../../features/import/host/importChoices.ts';
import type { SavedMapping } from '../../model/import/importMapping.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { fileIn, valueIn, isTrue, textIn } from '../commandArgument.ts';

/** With the file that the caller named. */
interface ImportOptions extends ImportChoices {
  readonly source: vscode.Uri | undefined;
}

export function readImportOptions(argument: unknown): ImportOptions {
  return {
    source: fileIn(argument, 'source'),
    mapping: mappingOf(argument),
    key: textIn(argument, 'key'),
    isConfirmed: isTrue(argument, 'confirmed'),
  };
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
