import * as vscode from 'vscode';
import { type ExportFormat, exportFormats, formatInfo, formatOfFile } from '../model/exportFormat.ts';
import { expectedCount, type ExportRows } from '../model/exportPlan.ts';

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
  const everything: ExportRows = { kind: 'all', except: new Set() };
  const inPage = expectedCount(page, total) ?? 0;
  const choices: { readonly label: string; readonly rows: ExportRows }[] = [
    ...(selected ? [{ label: `The ${records(expectedCount(selected, total))} selected`, rows: selected }] : []),
    { label: `All ${total === 1 ? 'of 1 record' : records(total)}`, rows: everything },
    ...(inPage > 0 && inPage !== total ? [{ label: pageLabel(page, inPage), rows: page }] : []),
  ];
  const kinds = visible === all ? (['all'] as const) : (['visible', 'all'] as const);
  const inOrder = usual === 'all' ? kinds.toReversed() : kinds;
  const items = choices.flatMap(({ label, rows }) =>
    inOrder.map((columns) => ({
      label,
      description: columns === 'all' ? `all ${all} columns` : `the ${visible} visible columns`,
      rows,
      columns,
    })),
  );
  const picked = await vscode.window.showQuickPick(items, {
    title: `Export ${name}`,
    placeHolder: 'Which records, with which columns?',
    matchOnDescription: true,
    ignoreFocusOut: true, // the table takes the focus back when its button was pressed
  });
  if (!picked) throw new vscode.CancellationError();
  return picked;
}

function records(count: number | undefined): string {
  if (count === undefined) return 'records that match';
  return count === 1 ? '1 record' : `${count.toLocaleString()} records`;
}

function pageLabel(page: ExportRows, count: number): string {
  const from = page.kind === 'range' ? page.from : 0;
  return `Only rows ${(from + 1).toLocaleString()}–${(from + count).toLocaleString()}`;
}

export async function askFormat(name: string, usual: ExportFormat): Promise<ExportFormat> {
  const inOrder = [formatInfo(usual), ...exportFormats.filter(({ format }) => format !== usual)];
  const picked = await vscode.window.showQuickPick(
    inOrder.map(({ format, label, ending, detail }) => ({ label, description: `.${ending}`, detail, format })),
    { title: `Export ${name}`, placeHolder: 'In which format?', matchOnDescription: true, ignoreFocusOut: true },
  );
  if (!picked) throw new vscode.CancellationError();
  return picked.format;
}

export interface Target {
  readonly uri: vscode.Uri;
  readonly format: ExportFormat;
}

/** The ending that a person types may say another format than the one that was picked; it is what they read last. */
export async function askTarget(name: string, format: ExportFormat, folder: string | undefined): Promise<Target> {
  const { label, ending } = formatInfo(format);
  const base = folder === undefined ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.parse(folder);
  const file = `${fileName(name)}.${ending}`;
  const uri = await vscode.window.showSaveDialog({
    ...(base && { defaultUri: vscode.Uri.joinPath(base, file) }),
    filters: { [label]: [ending] },
    title: `Export ${name}`,
    saveLabel: 'Export',
  });
  if (!uri) throw new vscode.CancellationError();
  return { uri, format: formatOfFile(uri.path) ?? format };
}

/** Without what some file system would not take. */
function fileName(name: string): string {
  const plain = name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .slice(0, 80);
  return plain === '' ? 'records' : plain;
}
