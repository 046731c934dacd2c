import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { DemoMemory } from '../../platform/demoMemory.ts';
import type { Connections } from '../../services/connections/connections.ts';
import type { Demo } from '../../services/demo/demo.ts';
import { connectionOf } from '../commandArgument.ts';
import { stopDemo } from '../demo/stopDemo.ts';

export const removeConnection =
  (connections: Connections, demo: Demo, memory: DemoMemory) =>
  async (argument?: unknown): Promise<void> => {
    const connection = await connectionOf(argument, connections, t('Which connection should be removed?'));
    if (!connections.isKept(connection.id)) return stopDemo(demo, memory)();
    const remove = t('Remove');
    const chosen = await vscode.window.showWarningMessage(
      t('Remove the connection “{0}”?', connection.name),
      { modal: true, detail: t('Its token is forgotten. The records stay where they are, in the service.') },
      remove,
    );
    if (chosen === remove) await connections.remove(connection);
  };
