import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ExportFormat, exportFormats, formatInfo, formatOfFile } from '../../model/export/exportFormat.ts';
import { allRows, expectedCount, type ExportRows } from '../../model/export/exportPlan.ts';
import { proposedFileName } from '../../model/fileName.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { pickOne, showSaveDialog } from '../../platform/ui/questions.ts';
import { defaultFolder } from '../../platform/fileDialogs.ts';

export interface RowsAndColumns {
  readonly rows: ExportRows;
  readonly columns: 'visible' | 'all';
}

export interface RowsQuestion {
  readonly name: string;
  readonly selected: ExportRows | undefined;
  readonly page: ExportRows;
  readonly total: number | undefined;
  /** How many columns there are of each kind. */
  readonly visible: number;
  readonly all: number;
  readonly usual: 'visible' | 'all';
}

/** Which records, with which columns: one question, with what was selected and what was chosen last time first. */
export async function askRowsAndColumns(question: RowsQuestion): Promise<RowsAndColumns> {
  const { selected, page, total, visible, all, usual, name } = question;
  const inPage = expectedCount(page, total) ?? 0;
  const choices: { readonly label: string; readonly rows: ExportRows }[] = [
    ...(selected ? [{ label: selectedLabel(expectedCount(selected, total)), rows: selected }] : []),
    { label: allLabel(total), rows: allRows },
    ...(inPage > 0 && inPage !== total ? [{ label: pageLabel(page, inPage), rows: page }] : []),
  ];
  const kinds = visible === all ? (['all'] as const) : (['visible', 'all'] as const);
  const inOrder = usual === 'all' ? kinds.toReversed() : kinds;
  const items = choices.flatMap(({ label, rows }) =>
    inOrder.map((columns) => ({
      label,
      description: columns === 'all' ? t('all {0} columns', all) : t('the {0} visible columns', visible),
      rows,
      columns,
    })),
  );
  const picked = await pickOne(items, {
    title: t('Export {0}', name),
    placeHolder: t('Which records, with which columns?'),
    matchOnDescription: true,
    ignoreFocusOut: true, // the table takes the focus back when its button was pressed
  });
  return picked;
}

function selectedLabel(count: number | undefined): string {
  if (count === undefined) return t('The records that match and are selected');
  return count === 1 ? t('The 1 record selected') : t('The {0} records selected', formatNumber(count));
}

function allLabel(count: number | undefined): string {
  if (count === undefined) return t('All records that match');
  return count === 1 ? t('All of 1 record') : t('All {0} records', formatNumber(count));
}

function pageLabel(page: ExportRows, count: number): string {
  const from = page.kind === 'range' ? page.from : 0;
  return t('Only rows {0}–{1}', formatNumber(from + 1), formatNumber(from + count));
}

/** The last one first. A file to read stands below the one that can be imported again. */
export async function askFormat(
  name: string,
  usual: ExportFormat,
): Promise<{ readonly format: ExportFormat; readonly asShown: boolean }> {
  const inOrder = [formatInfo(usual), ...exportFormats.filter(({ format }) => format !== usual)];
  return pickOne(
    inOrder.flatMap(({ format, label, ending, detail, detailAsShown }) => [
      { label, description: `.${ending}`, detail: detail(), format, asShown: false },
      ...(detailAsShown
        ? [
            {
              label: t('{0}, as shown', label),
              description: `.${ending}`,
              detail: detailAsShown(),
              format,
              asShown: true,
            },
          ]
        : []),
    ]),
    {
      title: t('Export {0}', name),
      placeHolder: t('In which format?'),
      matchOnDescription: true,
      ignoreFocusOut: true,
    },
  );
}

export interface ExportTarget {
  readonly uri: vscode.Uri;
  readonly format: ExportFormat;
}

/** The ending that a person types may say another format than the one that was picked; it is what they read last. */
export async function askTarget(name: string, format: ExportFormat, folder: string | undefined): Promise<ExportTarget> {
  const { label, ending } = formatInfo(format);
  const base = folder === undefined ? defaultFolder() : vscode.Uri.parse(folder);
  const file = `${proposedFileName(name, t('records'))}.${ending}`;
  const uri = await showSaveDialog({
    defaultUri: vscode.Uri.joinPath(base, file),
    filters: { [label]: [ending] },
    title: t('Export {0}', name),
    saveLabel: t('Export'),
  });
  if (!uri) throw new vscode.CancellationError();
  return { uri, format: formatOfFile(uri.path) ?? format };
}
