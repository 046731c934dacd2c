import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connection } from '../model/connection/connection.ts';
import type { ToolNotice } from '../platform/ui/views.ts';

const mostConversations = 100;

/** What a person lets language models read: asked once for each connection and conversation. */
export class ReadingConsent {
  /** Connections by conversation, the latest last. */
  readonly #agreed = new Map<string, Set<string>>();

  /** Undefined when there is nothing to ask. A conversation that VS Code does not tell is asked in every time. */
  question(
    conversation: string | undefined,
    connections: readonly Connection[],
  ): ToolNotice['confirmationMessages'] | undefined {
    const agreed = conversation === undefined ? undefined : this.#agreed.get(conversation);
    const open = connections.filter((connection) => !agreed?.has(entryOf(connection)));
    if (open.length === 0) return undefined;
    const names = open.map(({ name, baseUrl }) => `${name} (${baseUrl})`).join(', ');
    const message = t(
      'From {0}. What it reads goes to whoever runs the model; it may go on reading there in this conversation.',
      names,
    );
    return { title: t('Let the language model read records?'), message };
  }

  /** It runs: whoever was asked has agreed. */
  note(conversation: string | undefined, connections: readonly Connection[]): void {
    if (conversation === undefined) return;
    const agreed = this.#agreed.get(conversation) ?? new Set();
    for (const connection of connections) agreed.add(entryOf(connection));
    this.#agreed.delete(conversation);
    this.#agreed.set(conversation, agreed);
    const [oldest] = this.#agreed.keys();
    if (this.#agreed.size > mostConversations && oldest !== undefined) this.#agreed.delete(oldest);
  }
}

/** Another service behind the same connection is another question. */
function entryOf({ id, baseUrl }: Connection): string {
  return `${id} ${baseUrl}`;
}

/**
 * Which conversation a tool is called in. VS Code's types do not say it yet; it tells it all the same, under one name
 * before a call and under another in it.
 */
export function conversationOf(options: object): string | undefined {
  const { chatSessionResource, chatSessionId, toolInvocationToken } = options as Record<string, unknown>;
  const { sessionResource, sessionId } = (toolInvocationToken ?? {}) as Record<string, unknown>;
  return nameOf(chatSessionResource ?? sessionResource ?? chatSessionId ?? sessionId);
}

function nameOf(session: unknown): string | undefined {
  if (typeof session !== 'object' || session === null) return typeof session === 'string' ? session : undefined;
  const { scheme, authority, path } = session as Partial<vscode.Uri>;
  return path === undefined ? undefined : `${scheme ?? ''}://${authority ?? ''}${path}`;
}
