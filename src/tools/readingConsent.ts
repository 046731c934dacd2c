import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connection } from '../model/connection/connection.ts';
import type { ToolNotice } from '../platform/ui/views.ts';

const maxConversations = 100;

/** What the user lets language models read: asked once per connection and conversation. */
export class ReadingConsent {
  /** Connections by conversation, the latest last. */
  readonly #agreed = new Map<string, Set<string>>();

  /** Returns undefined if consent exists. Asks every time if VS Code doesn't identify the conversation. */
  question(
    conversation: string | undefined,
    connections: readonly Connection[],
  ): ToolNotice['confirmationMessages'] | undefined {
    const agreed = conversation === undefined ? undefined : this.#agreed.get(conversation);
    const open = connections.filter((connection) => !agreed?.has(entryOf(connection)));
    if (open.length === 0) return undefined;
    const names = open.map(({ name, baseUrl }) => `${name} (${baseUrl})`).join(', ');
    const message = t(
      'From {0}. Everything it reads is sent to the provider of the model. It can keep reading from there in this conversation.',
      names,
    );
    return { title: t('Let the language model read records?'), message };
  }

  /** The tool runs, so the user has agreed. */
  recordConsent(conversation: string | undefined, connections: readonly Connection[]): void {
    if (conversation === undefined) return;
    const agreed = this.#agreed.get(conversation) ?? new Set();
    for (const connection of connections) agreed.add(entryOf(connection));
    this.#agreed.delete(conversation);
    this.#agreed.set(conversation, agreed);
    const [oldest] = this.#agreed.keys();
    if (this.#agreed.size > maxConversations && oldest !== undefined) this.#agreed.delete(oldest);
  }
}

/** A different service behind the same connection needs new consent. */
function entryOf({ id, baseUrl }: Connection): string {
  return `${id} ${baseUrl}`;
}

/**
 * The conversation that called a tool. VS Code passes it under different names before and during a call, but its types
 * don't include it yet.
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
