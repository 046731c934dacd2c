import * as vscode from 'vscode';
import { hasTimeline, type TimelineRange } from '../../model/history/timelinePage.ts';
import { plainLabel, plainLines } from './plainText.ts';

/**
 * Part of the gateway to VS Code's own UI (see `notifications.ts`): the Timeline, which is missing from older types.
 */

interface TimelineLine extends Readonly<Pick<vscode.TreeItem, 'iconPath' | 'command'>> {
  readonly id: string;
  readonly timestamp: number;
  readonly label: string;
  readonly description: string;
  /** One entry per line. */
  readonly tooltip: readonly string[];
}

interface TimelineLines {
  readonly lines: readonly TimelineLine[];
  readonly cursor: string | undefined;
}

interface TimelineSource {
  readonly id: string;
  readonly label: string;
  /** Fires when a shown item has changed. */
  readonly onDidChange: vscode.Event<undefined>;
  readonly linesOf: (uri: vscode.Uri, range: TimelineRange, signal: AbortSignal) => Promise<TimelineLines | undefined>;
}

type Register = (
  schemes: readonly string[],
  provider: Omit<TimelineSource, 'linesOf'> & {
    provideTimeline(
      uri: vscode.Uri,
      range: TimelineRange,
      token: vscode.CancellationToken,
    ): Promise<object | undefined>;
  },
) => vscode.Disposable;

/** Does nothing if VS Code has no Timeline API available to us: no table waits for it or fails because of it. */
export function registerTimeline(
  schemes: readonly string[],
  { linesOf, ...source }: TimelineSource,
): vscode.Disposable {
  const workspace = vscode.workspace as { readonly registerTimelineProvider?: Register };
  const none = new vscode.Disposable(() => undefined);
  if (!hasTimeline(vscode.version, workspace.registerTimelineProvider)) return none;
  const provideTimeline = async (uri: vscode.Uri, range: TimelineRange, token: vscode.CancellationToken) => {
    const ending = new AbortController();
    token.onCancellationRequested(() => ending.abort());
    const found = await linesOf(uri, range, ending.signal);
    return found && { items: found.lines.map(createTimelineItem), paging: { cursor: found.cursor } };
  };
  try {
    return workspace.registerTimelineProvider?.(schemes, { ...source, provideTimeline }) ?? none;
  } catch {
    return none;
  }
}

export function createTimelineItem({ label, description, tooltip, ...line }: TimelineLine) {
  return {
    ...line,
    label: plainLabel(label),
    description: plainLabel(description),
    tooltip: plainLines(tooltip),
  };
}
