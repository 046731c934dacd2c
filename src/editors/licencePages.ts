import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { webviewPanels } from '../manifest.ts';
import { copyText } from '../platform/clipboard.ts';
import { sentenceOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { openOutside } from '../platform/outsideLink.ts';
import { webviewPage, webviewRoot } from '../platform/webviewPage.ts';
import { Channel } from '../protocol/channel.ts';
import { licenceHost, licenceView } from '../protocol/licence.ts';

/** A licence that can be read: whose it is, and how to get its HTML. */
export interface LicenceSource {
  /** One tab for each of them. */
  readonly key: string;
  readonly service: string;
  readonly read: (signal: AbortSignal) => Promise<string>;
}

interface LicenceParts {
  readonly extension: vscode.Uri;
  readonly log: Log;
}

/** The licences in their tabs. */
export class LicencePages {
  readonly #parts: LicenceParts;
  readonly #open = new Map<string, vscode.WebviewPanel>();

  constructor(parts: LicenceParts) {
    this.#parts = parts;
  }

  open(source: LicenceSource, column = vscode.ViewColumn.Active): void {
    const open = this.#open.get(source.key);
    if (open) return open.reveal();
    const panel = vscode.window.createWebviewPanel(webviewPanels.licence, t('Licence: {0}', source.service), column, {
      enableScripts: true,
      localResourceRoots: [webviewRoot(this.#parts.extension)],
      enableFindWidget: true,
    });
    this.#open.set(source.key, panel);
    const channel = this.#connect(panel, source);
    panel.onDidDispose(() => {
      channel.dispose();
      this.#open.delete(source.key);
    });
  }

  #connect(panel: vscode.WebviewPanel, { service, read }: LicenceSource): { dispose(): void } {
    const { log, extension } = this.#parts;
    const channel = new Channel({
      mine: licenceHost,
      theirs: licenceView,
      handlers: {
        start: async (_, signal) => ({ service, html: await read(signal) }),
      },
      listeners: {
        copy: (text) => void copyText(text, t('Licence')),
        openAsText: (text) => void openAsText(text),
        openLink: (address) => void openOutside(address),
      },
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is VS Code's own, not a window's
      post: (message) => void panel.webview.postMessage(message),
      onBadMessage: (problem) => log.warn(`The licence of ${service} sent ${problem}.`),
      describeError: (error) => {
        log.error(error);
        return { code: 'failed', message: sentenceOf(t('Reading the licence'), error) };
      },
    });
    panel.webview.onDidReceiveMessage((message) => channel.receive(message));
    panel.webview.html = webviewPage(panel.webview, extension, 'licence', t('Licence: {0}', service));
    return channel;
  }
}

async function openAsText(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content, language: 'plaintext' });
  await vscode.window.showTextDocument(document);
}
