import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Channel, type Remote } from '../../src/features/common/channel.ts';
import {
  importHost,
  type ImportStart,
  type ImportState,
  importView,
  type SavedImport,
} from '../../src/features/import/importProtocol.ts';
import { FakePanel } from './fakePanel.ts';
import { runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';
import { inWindow } from './prompts.ts';

/** The import mapping page, without a window. */
export class FakeImportPanel extends FakePanel {
  state: ImportState | undefined;
  /** State that VS Code would keep for the page across a reload. */
  kept: SavedImport | undefined;
  #isPreviewed = false;
  readonly #channel = new Channel<typeof importView, typeof importHost>({
    handlers: {},
    listeners: {
      state: (state) => {
        this.#isPreviewed = this.state?.isBusy === true && !state.isBusy;
        this.state = state;
      },
      storeState: (saved) => (this.kept = saved),
    },
    post: (message) => this.post(message),
    onBadMessage: (problem) => assert.fail(problem),
    describeError: () => ({ code: 'failed', message: '' }),
  });
  override page = this.#channel;

  get host(): Remote<typeof importHost> {
    return this.#channel;
  }

  async start(): Promise<ImportStart> {
    const start = await this.host.call.start();
    this.state = start.state;
    return start;
  }

  /** Maps a column to a field, by its label. */
  choose({ columns, fields }: ImportStart, title: string, label: string): void {
    const column = columns.findIndex((one) => one.title === title);
    this.host.notify.choose({ column, target: fields.findIndex((one) => one.label === label) });
  }

  /** Waits until the preview is shown or has failed. */
  async preview(): Promise<void> {
    this.#isPreviewed = false;
    this.host.notify.preview();
    await waitUntil('the preview is made', () => this.#isPreviewed);
  }
}

/** Imports as a user would, up to the page that the command opens. */
export async function openImportPage(argument?: object): Promise<FakeImportPanel> {
  const panel = new FakeImportPanel();
  const original = vscode.window.createWebviewPanel;
  let isOpened = false;
  const createWebviewPanel: typeof original = (viewType, title, ...more) => {
    if (viewType !== 'recordbench.import') return original(viewType, title, ...more);
    isOpened = true;
    panel.title = title;
    return panel.asPanel();
  };
  await inWindow({ createWebviewPanel }, () => runCommand('importRecords', ...(argument ? [argument] : [])));
  assert.ok(isOpened, 'the page is opened');
  return panel;
}
