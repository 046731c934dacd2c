import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { inProject } from '../../support/projectPaths.ts';

const door = 'platform/ui/';

/** Members of `vscode.window` that show no text, or text that VS Code takes from elsewhere. */
const ofWindow =
  /^(tabGroups|state|activeTextEditor|visibleTextEditors|activeColorTheme|showTextDocument|createTreeView|register(UriHandler|TreeDataProvider|CustomEditorProvider|WebviewPanelSerializer)|onDid\w+)$/;

/** VS Code classes without text. */
const ofOthers =
  /^(EventEmitter|Disposable|ThemeIcon|ThemeColor|Range|RelativePattern|WorkspaceEdit|CancellationError|DataTransferItem|LanguageModelToolResult|LanguageModelTextPart|SemanticTokens(Legend|Builder))$/;

/** Text properties that are assigned to a panel, tree item, input box or status bar item after it is created. */
const texts =
  'title|label|description|detail|tooltip|message|placeholder|placeHolder|prompt|validationMessage|items|badge';

/** Code in a file that bypasses the UI wrapper. */
function bypassesIn(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  const names = (pattern: RegExp, allowed: RegExp): string[] =>
    [...code.matchAll(pattern)].filter(([, name = '']) => !allowed.test(name)).map(([found]) => found);
  return [
    ...names(/\bvscode\s*\.\s*window\b(?:\s*\??\.\s*(\w+))?/g, ofWindow),
    ...names(/\bnew\s+vscode\s*\.\s*(\w+)/g, ofOthers),
    ...names(/\bvscode\s*\.\s*(FileSystemError|lm)\b/g, /^$/),
    ...names(/'(vscode\.diff|vscode\.changes)'/g, /^$/),
    // only objects that others can see: our own fields are private or readonly
    ...names(new RegExp(String.raw`(?<!this\.#?)\b[a-z]\w*\.(${texts})\s*=(?![=>])`, 'g'), /^$/),
    ...names(new RegExp(String.raw`this\.#?\w+\.(${texts})\s*=(?![=>])`, 'g'), /^$/),
    // these patterns would miss an import under another name
    ...names(/import\s+(?!type\b)(?!\*\s+as\s+vscode\s)([^;]*?)\s+from\s+'vscode'/g, /^$/),
  ];
}

describe('single entry point for VS Code UI', () => {
  const files = globSync('**/*.ts', { cwd: inProject('src') })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/^(demo|features\/\w+\/page)\//.test(file));

  it('is the only place that passes texts to VS Code', () => {
    const others = files.filter((file) => !file.startsWith(door));
    assert.ok(others.length > 100 && files.length > others.length + 2);
    assert.deepEqual(
      others.flatMap((file) =>
        bypassesIn(readFileSync(inProject('src', file), 'utf8')).map((found) => `${file}: ${found}`),
      ),
      // the log passes its text through the same functions
      ['platform/log.ts: vscode.window.createOutputChannel'],
    );
  });

  it('detects violations', () => {
    for (const code of [
      'void vscode.window.showErrorMessage(name)',
      'const { showQuickPick } = vscode.window;',
      'const item = new vscode.TreeItem(name);',
      'return new vscode.MarkdownString(name)',
      'throw vscode.FileSystemError.Unavailable(name)',
      "await vscode.commands.executeCommand('vscode.diff', left, right, name)",
      'panel.title = name;',
      'this.panel.title = name;',
      'this.#item.tooltip = name;',
      'pick.items = lines;',
      'view.badge = { value: 1, tooltip: name };',
      "import { window } from 'vscode';",
      'vscode.lm.registerTool(name, tool)',
    ])
      assert.equal(bypassesIn(code).length, 1, code);
    for (const code of [
      'vscode.window.tabGroups.all',
      'new vscode.Range(0, 0, 1, 1)',
      'if (panel.title === name) return;',
      "import * as vscode from 'vscode';",
      "import type { Uri } from 'vscode';",
      '// vscode.window.showErrorMessage',
    ])
      assert.deepEqual(bypassesIn(code), [], code);
  });
});
