import * as vscode from 'vscode';
import { registerCommands } from './commands/index.ts';
import { views } from './manifest.ts';
import { DemoMemory, tellWhetherDemoRuns } from './platform/demoMemory.ts';
import { withDemoProgress } from './platform/demoProgress.ts';
import { ErrorGate } from './platform/errors.ts';
import { Log } from './platform/log.ts';
import { SecretTokenVault } from './platform/secrets.ts';
import { SettingsConnectionStore } from './platform/settings.ts';
import { Clients } from './services/clients.ts';
import { Connections } from './services/connections.ts';
import { Demo } from './services/demo.ts';
import { createRecordApi, type RecordApi } from './services/recordApi.ts';
import { WriteGuard } from './services/writeGuard.ts';
import { RecordsTree } from './tree/recordsTree.ts';

export function activate(context: vscode.ExtensionContext): RecordApi {
  const log = new Log();
  const gate = new ErrorGate(log);
  const store = new SettingsConnectionStore((problems) => problems.forEach((problem) => log.warn(problem)));
  const connections = new Connections(store, new SecretTokenVault(context.secrets));
  const clients = new Clients(connections, log);
  const guard = new WriteGuard(connections, clients);
  const demo = new Demo(connections, {
    script: context.asAbsolutePath('dist/demo.js'),
    folder: vscode.Uri.joinPath(context.globalStorageUri, 'demo').fsPath,
  });
  const memory = new DemoMemory(context.globalState);
  const tree = new RecordsTree(connections, clients);

  context.subscriptions.push(
    log,
    clients,
    demo,
    tellWhetherDemoRuns(connections),
    vscode.window.createTreeView(views.records, { treeDataProvider: tree }),
    registerCommands({ connections, demo, memory, tree, log, gate }),
  );
  if (memory.isWanted())
    void gate.pass('Starting the demo', () => withDemoProgress((onProgress) => demo.start(onProgress)), {
      isCode: false,
      connection: undefined,
    });

  return createRecordApi(connections, clients, guard);
}
