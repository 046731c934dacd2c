import * as vscode from 'vscode';
import { hasTimeline, type TimelineRange } from '../../model/history/timelinePage.ts';
import { plainLabel, plainLines } from './plainText.ts';

/** A part of the one door to what VS Code itself shows, see `notifications.ts`: its Timeline, which older types do not know. */

interface TimelineLine extends Readonly<Pick<vscode.TreeItem, 'iconPath' | 'command'>> {
  readonly id: string;
  readonly timestamp: number;
  readonly label: string;
  readonly description: string;
  /** Line by line. */
  readonly tooltip: readonly string[];
}

interface TimelineLines {
  readonly lines: readonly TimelineLine[];
  readonly cursor: string | undefined;
}

interface TimelineSource {
  readonly id: string;
  readonly label: string;
  /** Something that is shown has changed. */
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

/** Where VS Code has none that is open to us, nothing happens: no table waits for it, and none fails for it. */
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
