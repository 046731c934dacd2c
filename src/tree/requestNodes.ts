import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatPreciseNumber } from '../model/formatNumber.ts';
import { timeOfDay } from '../model/momentFormat.ts';
import { redacted } from '../model/connection/knownSecrets.ts';
import { type RequestOutcome, slowMs, type TracedEntry } from '../model/requestTrace.ts';
import type { SentRequest } from '../services/connections/requestHistory.ts';
import type { TreeNode } from './treeNode.ts';
import { createTreeItem, type TreeItem } from '../platform/ui/views.ts';

interface OutcomeLook {
  readonly words: () => string;
  readonly icon: string;
  readonly color?: string;
}

const outcomes: Readonly<Record<RequestOutcome, OutcomeLook>> = {
  answered: { words: () => t('completed'), icon: 'pass' },
  refused: { words: () => t('refused'), icon: 'error', color: 'list.errorForeground' },
  unreadable: { words: () => t('invalid response'), icon: 'question', color: 'list.warningForeground' },
  noAnswer: { words: () => t('no response'), icon: 'debug-disconnect', color: 'list.errorForeground' },
  canceled: { words: () => t('canceled'), icon: 'circle-slash' },
};

/** One request that was sent. */
export class RequestNode implements TreeNode {
  readonly item: TreeItem;
  readonly request: SentRequest;

  constructor(request: SentRequest, connectionName: string) {
    this.request = request;
    const { method, path, number, durationMs, outcome } = request;
    const isSlow = durationMs > slowMs;
    const { words, icon, color } = outcomes[outcome];
    const description = [
      request.status === undefined ? words() : `${request.status} ${words()}`,
      isSlow ? t('{0}, slow', duration(durationMs)) : duration(durationMs),
      size(request.bytes),
      ...(request.attempt > 1 ? [t('attempt {0}', request.attempt)] : []),
      timeOfDay(request.startedAt),
      connectionName,
    ].join(' · ');
    const slow = isSlow && outcome === 'answered';
    const shade = slow ? 'list.warningForeground' : color;
    this.item = createTreeItem({
      label: `${method} ${path}`,
      id: String(number),
      contextValue: 'request',
      description,
      iconPath: new vscode.ThemeIcon(slow ? 'clock' : icon, shade ? new vscode.ThemeColor(shade) : undefined),
      tooltip: [`${method} ${request.address}`, description],
      spoken: `${method} ${path}, ${description.replaceAll(' · ', ', ')}`,
      ...(request.form !== undefined && { collapsibleState: vscode.TreeItemCollapsibleState.Collapsed }),
    });
  }

  /** Entries of its form data. */
  children(): readonly TreeNode[] {
    const { form, number } = this.request;
    if (form === undefined) return [];
    if (form === 'dropped') return [new EntryNode(t('Its form data is no longer stored.'), '', `${number} dropped`)];
    return form.map((entry, index) => new EntryNode(entry.key, valueOf(entry), `${number} ${index}`));
  }
}

const longestShown = 200;

/** One entry of a request's form data. */
class EntryNode implements TreeNode {
  readonly item: TreeItem;

  constructor(key: string, value: string, id: string) {
    const line = value.replaceAll(/\s+/g, ' ');
    this.item = createTreeItem({
      label: key,
      id,
      description: line.length > longestShown ? `${line.slice(0, longestShown)}…` : line,
      iconPath: new vscode.ThemeIcon('symbol-field'),
      tooltip: [key, ...value.slice(0, 5_000).split('\n')],
      spoken: value === '' ? key : `${key}: ${line.slice(0, longestShown)}`,
    });
  }
}

function valueOf(entry: TracedEntry): string {
  switch (entry.kind) {
    case 'text':
      return entry.text;
    case 'secret':
      return redacted;
    case 'file':
      return t('file {0}, {1}', entry.name, size(entry.size));
    case 'long':
      return t('{0} of text (not stored)', size(entry.size));
  }
  return '';
}

function duration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${formatPreciseNumber(milliseconds / 1_000, 1)} s`;
}

function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${formatPreciseNumber(bytes / 1_000, 1)} kB`
    : `${formatPreciseNumber(bytes / 1_000_000, 1)} MB`;
}
