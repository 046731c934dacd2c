import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type RecordsAddress, recordsScheme } from '../model/address/address.ts';
import type { Recents } from '../services/remembered/recents.ts';
import { addressOfUri } from './addressUri.ts';
import { addressedTabs } from './addressedTabs.ts';

/** A list view or record with unsaved changes. */
export interface PendingDocument {
  readonly uri: vscode.Uri;
  readonly address: RecordsAddress;
  /** Display name. */
  readonly name: string;
}

/** All unsaved documents of this window, across all connections. */
export class PendingDocuments {
  readonly #recents: Pick<Recents, 'labelOf' | 'onDidChange'>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #listening: vscode.Disposable;
  #all: readonly PendingDocument[] = [];

  constructor(recents: Pick<Recents, 'labelOf' | 'onDidChange'>) {
    this.#recents = recents;
    const update = (): void => this.#update();
    const updateFor = ({ uri }: vscode.TextDocument): void => {
      if (uri.scheme === recordsScheme) this.#update();
    };
    this.#listening = vscode.Disposable.from(
      this.#changed,
      // also fires when a document becomes dirty or clean
      vscode.workspace.onDidChangeTextDocument(({ document }) => updateFor(document)),
      vscode.workspace.onDidSaveTextDocument(updateFor),
      vscode.workspace.onDidOpenTextDocument(updateFor),
      vscode.workspace.onDidCloseTextDocument(updateFor),
      vscode.window.tabGroups.onDidChangeTabs(update),
      recents.onDidChange(update),
    );
    this.#update();
  }

  get all(): readonly PendingDocument[] {
    return this.#all;
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #update(): void {
    const found = this.#find();
    if (signature(found) === signature(this.#all)) return;
    this.#all = found;
    this.#changed.fire();
  }

  #find(): PendingDocument[] {
    const tabs = addressedTabs();
    const dirty = new Map<string, vscode.Uri>();
    // a tab in the background may be restored before its document is
    for (const { tab, uri } of tabs) if (tab.isDirty) dirty.set(uri.toString(), uri);
    for (const { uri, isDirty } of vscode.workspace.textDocuments) if (isDirty) dirty.set(uri.toString(), uri);
    const titles = new Map(
      tabs.flatMap(({ tab, uri }) => (tab.input instanceof vscode.TabInputCustom ? [[uri.toString(), tab.label]] : [])),
    );
    return [...dirty].flatMap(([key, uri]) => {
      const address = addressOfUri(uri);
      if (!address) return [];
      return [{ uri, address, name: titles.get(key) ?? this.#recents.labelOf(address) ?? plainName(address) }];
    });
  }
}

function plainName(address: RecordsAddress): string {
  const controller = address.controller;
  if (address.kind === 'newRecord') return t('New record in {0}', controller);
  return address.kind === 'record' ? `${controller} ${address.id}` : controller;
}

function signature(all: readonly PendingDocument[]): string {
  return JSON.stringify(all.map(({ uri, name }) => [uri.toString(), name]));
}
