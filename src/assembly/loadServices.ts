import type * as vscode from 'vscode';
import { ConnectionStatus } from '../platform/connectionStatus.ts';
import type { LoadedServices, Services } from './createServices.ts';

/** Loads the services needed by all pages that can write. */
export async function loadServices(context: vscode.ExtensionContext, services: Services): Promise<LoadedServices> {
  const connectionStatus = new ConnectionStatus(services.connections);
  context.subscriptions.push(connectionStatus);
  return { ...services, writer: await services.writer.get(), connectionStatus };
}
