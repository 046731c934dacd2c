import * as vscode from 'vscode';
import { plainTextOrMarkdown, plainLabel, plainLines, plainMarkdown, plainSentence, plainTab } from './plainText.ts';

/** Part of the gateway to VS Code's own UI (see `notifications.ts`): text in views and tabs. */

interface TreeLine extends Readonly<
  Pick<vscode.TreeItem, 'id' | 'contextValue' | 'iconPath' | 'collapsibleState' | 'command'>
> {
  readonly label: string;
  readonly description?: string;
  /** One entry per line. */
  readonly tooltip: readonly (string | undefined)[];
  /** Screen reader label, if it says more than the item. */
  readonly spoken?: string;
}

/** The texts of an item are fixed; its collapsible state may change. */
export type TreeItem = Readonly<vscode.TreeItem> & Pick<vscode.TreeItem, 'collapsibleState'>;

export function createTreeItem({ label, description, tooltip, spoken, ...more }: TreeLine): TreeItem {
  return Object.assign(new vscode.TreeItem(plainLabel(label)), more, {
    tooltip: plainLines(tooltip),
    ...(description !== undefined && { description: plainLabel(description) }),
    ...(spoken !== undefined && { accessibilityInformation: { label: plainSentence(spoken), role: 'treeitem' } }),
  });
}

/** Sets the message above a view's items; undefined removes it. */
export function setViewMessage(view: { message?: string | undefined }, sentence: string | undefined): void {
  view.message = sentence === undefined ? undefined : plainSentence(sentence);
}

/** Sets the activity bar badge; 0 removes it. */
export function setViewBadge(view: { badge?: vscode.ViewBadge | undefined }, value: number, sentence: string): void {
  view.badge = value === 0 ? undefined : { value, tooltip: plainSentence(sentence) };
}

export function createWebviewPanel(
  viewType: string,
  title: string,
  column: vscode.ViewColumn,
  options: vscode.WebviewPanelOptions & vscode.WebviewOptions,
): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(viewType, plainTab(title), column, options);
}

export function setTabTitle(panel: { title: string }, title: string): void {
  panel.title = plainTab(title);
}

/** VS Code shows errors of a file system in a notification or instead of the editor. */
export function fileSystemError(kind: 'Unavailable' | 'NoPermissions' | 'FileNotFound', sentence: string): Error {
  return vscode.FileSystemError[kind](plainSentence(sentence));
}

/** Any other error that VS Code shows. */
export function shownError(sentence: string, cause: unknown): Error {
  return new Error(plainSentence(sentence), { cause });
}

interface TerminalLink {
  readonly startIndex: number;
  readonly length: number;
  readonly tooltip: string;
}

export function registerTerminalLinks<Link extends TerminalLink>(
  find: (line: string) => Promise<readonly Link[]>,
  open: (link: Link) => void,
): vscode.Disposable {
  const provider = {
    provideTerminalLinks: async ({ line }: vscode.TerminalLinkContext) =>
      (await find(line)).map((link) => ({ ...link, tooltip: plainLabel(link.tooltip) })),
    handleTerminalLink: open,
  };
  return vscode.window.registerTerminalLinkProvider(provider);
}

/** Text shown before a tool runs; a message may have several lines. */
export interface ToolNotice {
  readonly invocationMessage: string;
  readonly confirmationMessages?: { readonly title: string; readonly message: string };
}

export interface Tool extends Omit<vscode.LanguageModelTool<unknown>, 'prepareInvocation'> {
  prepareInvocation(
    options: vscode.LanguageModelToolInvocationPrepareOptions<unknown>,
    token: vscode.CancellationToken,
  ): ToolNotice | Promise<ToolNotice>;
}

export function registerTool(name: string, tool: Tool): vscode.Disposable {
  return vscode.lm.registerTool(name, {
    prepareInvocation: async (options, token) => plainNotice(await tool.prepareInvocation(options, token)),
    invoke: (options, token) => tool.invoke(options, token),
  });
}

/**
 * VS Code renders a string as Markdown in some places but not in others, so it gets Markdown wherever that is allowed.
 */
function plainNotice({ invocationMessage, confirmationMessages: asked }: ToolNotice): vscode.PreparedToolInvocation {
  const lines = (text: string): string => text.split('\n').map(plainMarkdown).join('\n\n');
  return {
    invocationMessage: new vscode.MarkdownString(plainMarkdown(invocationMessage)),
    ...(asked && {
      confirmationMessages: {
        title: plainTextOrMarkdown(asked.title),
        message: new vscode.MarkdownString(lines(asked.message)),
      },
    }),
  };
}
