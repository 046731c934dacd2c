import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';
import type { RecordAddress } from '../model/address/address.ts';
import type { HistoryEntry } from '../model/history/historyEntry.ts';
import { changeIcon, changeText, originText } from '../model/history/historyWords.ts';
import { createCommand } from '../platform/runCommand.ts';
import { registerTimeline } from '../platform/ui/timeline.ts';
import { comparedAddress } from './comparedRecords.ts';
import type { RecordTimeline } from '../services/history/recordTimeline.ts';

/** Shows a record's history in VS Code's Timeline, also while one of its changes is open in a diff. */
export function registerRecordTimeline(timeline: RecordTimeline): vscode.Disposable {
  const registered = registerTimeline([schemes.records, schemes.compared], {
    id: 'recordbench.history',
    label: t('Record History'),
    onDidChange: timeline.onDidChange,
    linesOf: async (uri, range, signal) => {
      const address = comparedAddress(uri);
      if (address?.kind !== 'record') return undefined;
      const page = await timeline.page(address, range, signal);
      return page && { lines: page.entries.map((entry) => lineOf(entry, address)), cursor: page.cursor };
    },
  });
  return vscode.Disposable.from(registered, timeline);
}

function lineOf(entry: HistoryEntry, { connection, controller, id }: RecordAddress) {
  const [label, description] = [changeText(entry), originText(entry)];
  return {
    id: entry.key,
    timestamp: entry.at,
    label,
    description,
    tooltip: [label, description],
    iconPath: new vscode.ThemeIcon(changeIcon(entry)),
    command: createCommand('showHistory', t('Show Changes'), { connection, controller, id, change: entry.key }),
  };
}
