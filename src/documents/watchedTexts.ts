import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { textSchemes } from '../manifest.ts';
import { addressParts } from '../model/address/address.ts';
import { snapshotText } from '../model/snapshot.ts';
import type { SnapshotPair } from '../services/watch/watcher.ts';
import type { WatchedAddress } from '../services/watch/watchList.ts';
import { openDiff } from '../platform/ui/documentTexts.ts';

const scheme = textSchemes.watched;

/** The two sides of a diff: what was there at the last look, and what is there now. They stay as they were when it was opened. */
export class WatchedTexts implements vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      this.#changed,
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? unknownText();
  }

  async show(address: WatchedAddress, { before, now }: SnapshotPair): Promise<void> {
    const side = (query: 'before' | 'now', text: string): vscode.Uri => {
      const uri = vscode.Uri.from({ scheme, ...addressParts(address), query });
      this.#texts.set(uri.toString(), text);
      this.#changed.fire(uri);
      return uri;
    };
    const [left, right] = [side('before', snapshotText(before)), side('now', snapshotText(now))];
    await openDiff(left, right, t('{0}: last look ↔ now', now.name));
  }
}

/** After a reload of the window. */
function unknownText(): string {
  return t(
    'What was compared here is not known any more. Close this tab, and choose the line in the view Watched again.',
  );
}
