import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import * as notifications from '../../src/platform/ui/notifications.ts';
import * as questions from '../../src/platform/ui/questions.ts';
import * as documentTexts from '../../src/platform/ui/documentTexts.ts';
import { inSteps } from '../../src/platform/ui/steps.ts';
import { createTimelineItem } from '../../src/platform/ui/timeline.ts';
import { StatusItem } from '../../src/platform/ui/statusItem.ts';
import * as views from '../../src/platform/ui/views.ts';
import { assertPlain, hostileTexts, iconModifier, iconName, linkSource } from '../support/hostileTexts.ts';

/** What VS Code is handed for a text, as it would show it. */
type Door = (text: string) => unknown;

const range = new vscode.Range(0, 0, 0, 1);
const uri = vscode.Uri.parse('records://demo/crm/leads/1.record.json');
const line = { placeHolder: 'Which?' };

/** The calls to a VS Code function while `action` runs. */
async function given(holder: object, name: string, action: () => unknown, answer?: unknown): Promise<unknown[]> {
  const calls: unknown[][] = [];
  const original: unknown = Reflect.get(holder, name);
  Reflect.set(holder, name, (...args: unknown[]) => {
    calls.push(args);
    return answer;
  });
  try {
    await action();
  } finally {
    Reflect.set(holder, name, original);
  }
  return calls[0] ?? assert.fail(`${name} was not called`);
}

const inWindow = (name: string, action: () => unknown, answer?: unknown): Promise<unknown[]> =>
  given(vscode.window, name, action, answer);
const first = async (call: Promise<unknown[]>): Promise<unknown> => (await call)[0];
const ofOptions = async (call: Promise<unknown[]>, name: string, at = 0): Promise<unknown> =>
  Reflect.get((await call)[at] as object, name);

async function pickItem(item: vscode.QuickPickItem, options = line): Promise<[vscode.QuickPickItem, object]> {
  const [items, said] = await inWindow('showQuickPick', () => questions.showQuickPick([item], options));
  return [(items as vscode.QuickPickItem[])[0] ?? assert.fail('no item'), said as object];
}

/** A question in a multi-step flow has its own box; this one is closed as soon as it is shown. */
async function stepBox(name: 'createInputBox' | 'createQuickPick', ask: () => Thenable<unknown>): Promise<StepBox> {
  const [changed, hidden] = [new vscode.EventEmitter<void>(), new vscode.EventEmitter<void>()];
  const never = new vscode.EventEmitter<void>().event;
  const box: StepBox & Record<string, unknown> = {
    buttons: [],
    value: '',
    onDidAccept: never,
    onDidTriggerButton: never,
    onDidChangeValue: changed.event,
    onDidHide: hidden.event,
    show: () => {
      changed.fire();
      hidden.fire();
    },
    dispose: () => undefined,
  };
  await inWindow(name, () => inSteps(2, async () => ask()), box);
  return box;
}

type StepBox = Partial<Record<'title' | 'prompt' | 'placeholder' | 'validationMessage', unknown>> & {
  readonly items?: readonly vscode.QuickPickItem[];
};

const inputStep = (options: Parameters<typeof questions.showInputBox>[0]): Promise<StepBox> =>
  stepBox('createInputBox', () => questions.showInputBox(options));
const pickStep = (item: vscode.QuickPickItem, options: vscode.QuickPickOptions = line): Promise<StepBox> =>
  stepBox('createQuickPick', () => questions.showQuickPick([item], options));

async function progress(text: string): Promise<unknown> {
  const options = { location: vscode.ProgressLocation.Notification, title: '' };
  const [, work] = await inWindow('withProgress', () =>
    notifications.withProgress(options, async (report) => report.report({ message: text })),
  );
  const reported: { message?: string }[] = [];
  await (work as (report: object) => Promise<void>)({ report: (one: object) => reported.push(one) });
  return reported[0]?.message;
}

function statusItem(said: { text?: string; tooltip?: string; spoken?: string }): vscode.StatusBarItem {
  const shown = { show: () => undefined, hide: () => undefined, dispose: () => undefined };
  const original = vscode.window.createStatusBarItem;
  Reflect.set(vscode.window, 'createStatusBarItem', () => shown);
  try {
    const { text = '', tooltip = '', spoken = '' } = said;
    const look = { backgroundColor: undefined, color: undefined, command: undefined };
    new StatusItem('door', 'Door', 1).show({ icon: 'server', text, tooltip: [tooltip], spoken, ...look });
  } finally {
    Reflect.set(vscode.window, 'createStatusBarItem', original);
  }
  return shown as unknown as vscode.StatusBarItem;
}

const treeItem = (more: Partial<Parameters<typeof views.createTreeItem>[0]>): views.TreeItem =>
  views.createTreeItem({ label: '', tooltip: [], ...more });

const timelineItem = (more: Partial<Parameters<typeof createTimelineItem>[0]>): ReturnType<typeof createTimelineItem> =>
  createTimelineItem({ id: '', timestamp: 0, label: '', description: '', tooltip: [], ...more });

async function terminalTooltip(text: string): Promise<unknown> {
  const link = { startIndex: 0, length: 1, tooltip: text };
  const [provider] = await inWindow('registerTerminalLinkProvider', () =>
    views.registerTerminalLinks(
      async () => [link],
      () => undefined,
    ),
  );
  const found = await (provider as vscode.TerminalLinkProvider).provideTerminalLinks(
    { line: '' } as vscode.TerminalLinkContext,
    new vscode.CancellationTokenSource().token,
  );
  return found?.[0]?.tooltip;
}

/** Text in the message VS Code shows before a tool runs. */
async function toolNotice(text: string): Promise<vscode.PreparedToolInvocation> {
  const tool: views.Tool = {
    prepareInvocation: () => ({ invocationMessage: text, confirmationMessages: { title: text, message: text } }),
    invoke: () => undefined,
  };
  const [, made] = await given(vscode.lm, 'registerTool', () => views.registerTool('door', tool));
  const prepared = await (made as vscode.LanguageModelTool<unknown>).prepareInvocation?.(
    { input: {} },
    new vscode.CancellationTokenSource().token,
  );
  return prepared ?? assert.fail('nothing is said');
}

const inOneLine: Readonly<Record<string, Door>> = {
  'notification: information': (text) =>
    first(inWindow('showInformationMessage', () => notifications.showInformation(text))),
  'notification: warning': (text) => first(inWindow('showWarningMessage', () => notifications.showWarning(text))),
  'notification: error': (text) => first(inWindow('showErrorMessage', () => notifications.showError(text))),
  'dialog: question': (text) => first(inWindow('showWarningMessage', () => questions.showDialog(text, {}))),
  'dialog: detail': (text) =>
    ofOptions(
      inWindow('showWarningMessage', () => questions.showDialog('', { detail: [text] })),
      'detail',
      1,
    ),
  'progress: title': (text) =>
    ofOptions(
      inWindow('withProgress', () =>
        notifications.withProgress({ location: vscode.ProgressLocation.Window, title: text }, async () => undefined),
      ),
      'title',
    ),
  'progress: message': progress,
  'quick pick: label': async (text) => (await pickItem({ label: text }))[0].label,
  'quick pick: description': async (text) => (await pickItem({ label: '', description: text }))[0].description,
  'quick pick: detail': async (text) => (await pickItem({ label: '', detail: text }))[0].detail,
  'quick pick: placeholder': async (text) =>
    Reflect.get((await pickItem({ label: '' }, { placeHolder: text }))[1], 'placeHolder'),
  'quick pick that changes: title': (text) => questions.createQuickPick({ title: text, placeholder: '' }).title,
  'quick pick that changes: label': (text) => {
    const pick = questions.createQuickPick({ placeholder: '' });
    questions.setItems(pick, [{ label: text }]);
    return pick.items[0]?.label;
  },
  'input box: title': (text) =>
    ofOptions(
      inWindow('showInputBox', () => questions.showInputBox({ title: text })),
      'title',
    ),
  'input box: prompt': (text) =>
    ofOptions(
      inWindow('showInputBox', () => questions.showInputBox({ prompt: text })),
      'prompt',
    ),
  'input box: problem': async (text) => {
    const validate = await ofOptions(
      inWindow('showInputBox', () => questions.showInputBox({ validateInput: () => text })),
      'validateInput',
    );
    return (validate as (typed: string) => unknown)('');
  },
  'input box that stays: title': (text) =>
    Reflect.get(questions.createInputBox({ title: text, placeholder: '' }), 'title'),
  'input box of several: title': async (text) => (await inputStep({ title: text })).title,
  'input box of several: prompt': async (text) => (await inputStep({ prompt: text })).prompt,
  'input box of several: placeholder': async (text) => (await inputStep({ placeHolder: text })).placeholder,
  'input box of several: problem': async (text) => (await inputStep({ validateInput: () => text })).validationMessage,
  'quick pick of several: title': async (text) => (await pickStep({ label: '' }, { title: text })).title,
  'quick pick of several: placeholder': async (text) =>
    (await pickStep({ label: '' }, { placeHolder: text })).placeholder,
  'quick pick of several: label': async (text) => (await pickStep({ label: text })).items?.[0]?.label,
  'quick pick of several: description': async (text) =>
    (await pickStep({ label: '', description: text })).items?.[0]?.description,
  'save dialog: title': (text) =>
    ofOptions(
      inWindow('showSaveDialog', () => questions.showSaveDialog({ title: text })),
      'title',
    ),
  'open dialog: title': (text) =>
    ofOptions(
      inWindow('showOpenDialog', () => questions.showOpenDialog({ title: text })),
      'title',
    ),
  'status bar: message': (text) => first(inWindow('setStatusBarMessage', () => notifications.showInStatusBar(text, 1))),
  'status bar: item': (text) => statusItem({ text }).text.replace('$(server) ', ''),
  'status bar: tooltip': (text) => statusItem({ tooltip: text }).tooltip,
  'status bar: spoken': (text) => statusItem({ spoken: text }).accessibilityInformation?.label,
  'tree: label': (text) => treeItem({ label: text }).label,
  'tree: description': (text) => treeItem({ description: text }).description,
  'tree: tooltip': (text) => treeItem({ tooltip: [text] }).tooltip,
  'tree: spoken': (text) => treeItem({ spoken: text }).accessibilityInformation?.label,
  'tree: message': (text) => {
    const view: { message?: string | undefined } = {};
    views.setViewMessage(view, text);
    return view.message;
  },
  'tree: number on the activity bar': (text) => {
    const view: { badge?: vscode.ViewBadge | undefined } = {};
    views.setViewBadge(view, 1, text);
    return view.badge?.tooltip;
  },
  'timeline: label': (text) => timelineItem({ label: text }).label,
  'timeline: description': (text) => timelineItem({ description: text }).description,
  'timeline: tooltip': (text) => timelineItem({ tooltip: [text] }).tooltip,
  'tab: made with a title': async (text) =>
    (await inWindow('createWebviewPanel', () => views.createWebviewPanel('door', text, vscode.ViewColumn.One, {})))[1],
  'tab: given a title': (text) => {
    const panel = { title: '' };
    views.setTabTitle(panel, text);
    return panel.title;
  },
  'tab: comparison': async (text) =>
    (await given(vscode.commands, 'executeCommand', () => documentTexts.openDiff(uri, uri, text)))[3],
  'tab: all changes': async (text) =>
    (await given(vscode.commands, 'executeCommand', () => documentTexts.openChanges(text, [])))[1],
  diagnostic: (text) => documentTexts.createDiagnostic(range, text, true).message,
  'file system: cannot be read': (text) => views.fileSystemError('Unavailable', text).message,
  'file system: cannot be done': (text) => views.fileSystemError('NoPermissions', text).message,
  'file system: cannot be saved': (text) => views.shownError(text, undefined).message,
  'JSON schema: title': (text) => (JSON.parse(documentTexts.schemaText({ title: text })) as { title: string }).title,
  'JSON schema: description': (text) =>
    (JSON.parse(documentTexts.schemaText({ a: { description: text } })) as { a: { description: string } }).a
      .description,
  'JSON schema: name of a choice': (text) => {
    const said = documentTexts.schemaText({ enum: ['1'], enumDescriptions: [text] });
    return (JSON.parse(said) as { enumDescriptions: string[] }).enumDescriptions[0];
  },
  'terminal link: tooltip': terminalTooltip,
  'tool: question': async (text) => (await toolNotice(text)).confirmationMessages?.title,
};

const valueOf = (markdown: unknown): string =>
  markdown instanceof vscode.MarkdownString ? markdown.value : assert.fail('no Markdown');

/** Markdown, which VS Code may parse for more than text. */
const inMarkdown: Readonly<Record<string, Door>> = {
  'hover: title': (text) => valueOf(documentTexts.createHover(range, text, []).contents[0]).replace(/^\*\*|\*\*$/g, ''),
  'hover: text': (text) => valueOf(documentTexts.createHover(range, '', [text]).contents[0]),
  'link in a text: tooltip': (text) => documentTexts.createDocumentLink(range, uri, text).tooltip,
  'tool: what it does': async (text) => valueOf((await toolNotice(text)).invocationMessage),
  'tool: what is asked about': async (text) =>
    valueOf((await toolNotice(text.split(/[\n\r]+/).join(' '))).confirmationMessages?.message),
};

/** The visible text after VS Code has rendered it. */
async function rendered(markdown: string): Promise<{ html: string; text: string }> {
  const html = await vscode.commands.executeCommand<string>('markdown.api.render', markdown);
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  const text = html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .trim();
  return { html, text };
}

describe('untrusted text in VS Code UI', () => {
  for (const [name, door] of Object.entries(inOneLine))
    it(`is plain text: ${name}`, async () => {
      for (const [what, text] of Object.entries(hostileTexts)) {
        const shown = await door(text);
        assertPlain(typeof shown === 'string' ? shown : assert.fail(`${what}: no text`), text, what);
      }
    });

  for (const [name, door] of Object.entries(inMarkdown))
    it(`is plain text: ${name}`, async () => {
      for (const [what, text] of Object.entries(hostileTexts)) {
        const { html, text: shown } = await rendered(String(await door(text)));
        assert.doesNotMatch(html, /<(a|img|h\d|code|strong|em)\b/, what);
        assertPlain(shown, text, what);
      }
    });

  it('is not a link in a tool confirmation, which VS Code may render as Markdown', async () => {
    for (const [what, text] of Object.entries(hostileTexts)) {
      const { html } = await rendered((await toolNotice(text)).confirmationMessages?.title ?? '');
      // links without a scheme are detected only by this renderer, not elsewhere in VS Code
      assert.doesNotMatch(html, /<img|href="(?!http:)/, `${what}: ${html}`);
    }
  });

  it('does not affect our own icon', () => {
    assert.equal(statusItem({ text: 'Leads $(trash)' }).text, '$(server) Leads $\u2060(trash)');
  });

  it('is matched with the same link and icon patterns as in this VS Code', () => {
    const files = ['code/browser/workbench/workbench.js', 'workbench/workbench.desktop.main.js'];
    const file = files.map((one) => path.join(vscode.env.appRoot, 'out/vs', one)).find(existsSync);
    const workbench = readFileSync(file ?? assert.fail('there is no workbench'), 'utf8');
    assert.ok(workbench.includes(`/${linkSource}/gi`), 'it makes links of something else');
    assert.ok(workbench.includes(`iconNameExpression="${iconName}"`), 'it makes icons of something else');
    assert.ok(workbench.includes(`iconModifierExpression="${iconModifier}"`), 'it makes icons of something else');
  });
});
