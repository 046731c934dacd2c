import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordField } from '../../model/form/formElement.ts';
import {
  type ColumnUse,
  importFields,
  type ImportSubject,
  type SavedMapping,
} from '../../model/import/importMapping.ts';
import type { ImportKey } from '../../model/import/importWork.ts';
import { currentSteps } from '../../platform/ui/steps.ts';
import { pickOne, showOpenDialog, showQuickPick } from '../../platform/ui/questions.ts';
import type { ChooseRecord } from '../../services/import/importReferences.ts';
import { columnOfField } from '../../services/import/findByField.ts';

export async function askSource(folder: vscode.Uri): Promise<vscode.Uri> {
  const [picked] =
    (await showOpenDialog({
      defaultUri: folder,
      filters: { [t('Records')]: ['csv', 'tsv', 'txt', 'xlsx', 'json', 'jsonl', 'ndjson'], [t('All files')]: ['*'] },
      title: t('Import records'),
      openLabel: t('Import'),
    })) ?? [];
  if (!picked) throw new vscode.CancellationError();
  return picked;
}

export interface Mapping {
  readonly uses: readonly ColumnUse[];
  /** What the person chose, for the next time. */
  readonly chosen: SavedMapping;
}

/** Shows what each column is taken for until the person goes on; one that nobody could guess is asked for first. */
export async function askMapping(
  titles: readonly string[],
  guessed: readonly ColumnUse[],
  subject: ImportSubject,
): Promise<Mapping> {
  // each of them, a look at all, and what becomes of the records
  currentSteps()?.expect(guessed.filter(({ kind }) => kind === 'unknown').length + 2);
  const uses = [...guessed];
  const chosen: Record<string, string | null> = {};
  const choose = async (at: number): Promise<void> => {
    const use = await askField(titles[at] ?? '', subject);
    uses[at] = use;
    chosen[titles[at] ?? ''] = use.kind === 'field' ? use.field.key : use.kind === 'id' ? 'id' : null;
  };
  for (const [at, { kind }] of guessed.entries()) if (kind === 'unknown') await choose(at);
  for (;;) {
    const goOn = {
      label: t('Go on'),
      description: t('with the columns as they are below'),
      iconPath: new vscode.ThemeIcon('arrow-right'),
      at: -1,
    };
    const lines = uses.map((use, at) => ({
      label: titles[at] || t('(no title)'),
      description: `→ ${wordsOf(use)}`,
      at,
    }));
    const picked = await pickOne([goOn, ...lines], {
      title: t('Import: which column is which field?'),
      placeHolder: t('Choose a column to change its field, or go on'),
      ignoreFocusOut: true,
      matchOnDescription: true,
    });
    if (picked.at < 0) return { uses, chosen };
    await choose(picked.at);
  }
}

function wordsOf(use: ColumnUse): string {
  if (use.kind === 'id') return t('the id of the record');
  if (use.kind === 'field') return use.field.label;
  return use.kind === 'left' ? t('left out: {0}', use.why) : t('not known');
}

async function askField(title: string, subject: ImportSubject): Promise<ColumnUse> {
  const leave: ColumnUse = { kind: 'left', why: t('You left it out.') };
  const items: (vscode.QuickPickItem & { readonly use: ColumnUse })[] = [
    { label: t('Leave this column out'), iconPath: new vscode.ThemeIcon('circle-slash'), use: leave },
    { label: t('The id of the record'), iconPath: new vscode.ThemeIcon('key'), use: { kind: 'id' } },
    ...importFields(subject).map((field) => ({
      label: field.label,
      description: field.at.join('.'),
      use: { kind: 'field', field } as const,
    })),
  ];
  const picked = await pickOne(items, {
    title: t('Import: the column “{0}”', title),
    placeHolder: t('Which field is “{0}”?', title),
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  return picked.use;
}

/** Of several records with the name that a file has. Whoever picks none leaves those lines of the file out. */
export const askRecord: ChooseRecord = async (field, name, records) => {
  const picked = await showQuickPick(
    records.map((record) => ({ label: record.text, description: record.id, detail: record.detail ?? '', record })),
    {
      title: t('Import: several records are called “{0}”', name),
      placeHolder: t('Which of them is meant for “{0}”? It counts for the whole file.', field.label),
      ignoreFocusOut: true,
      matchOnDescription: true,
    },
  );
  return picked?.record;
};

/** For a file without ids. Only a field that the list shows can be searched by. */
export async function askKey(uses: readonly ColumnUse[], subject: ImportSubject): Promise<ImportKey> {
  const fields: RecordField[] = uses.flatMap((use) =>
    use.kind === 'field' && columnOfField(subject, use.field) ? [use.field] : [],
  );
  const items: (vscode.QuickPickItem & { readonly key: ImportKey })[] = [
    {
      label: t('Add them all as new records'),
      iconPath: new vscode.ThemeIcon('add'),
      detail: t('Nothing that exists is changed'),
      key: { kind: 'none' },
    },
    ...fields.map((field) => ({
      label: t('Change the record with the same {0}', field.label),
      iconPath: new vscode.ThemeIcon('edit'),
      detail: t('What is not found is added as a new record'),
      key: { kind: 'field', field } as const,
    })),
  ];
  const picked = await pickOne(items, {
    title: t('Import: the file has no ids'),
    placeHolder: t('What should become of its records?'),
    ignoreFocusOut: true,
  });
  return picked.key;
}
