import type { Connection, ConnectionColor } from './connection.ts';

/** A writable connection as shown at the top of a page. */
export interface ShownConnection {
  readonly name: string;
  readonly color: ConnectionColor | null;
  readonly readOnly: boolean;
}

/** Sent to every page, independent of the host's other messages. */
export interface ConnectionsMessage {
  readonly kind: 'event';
  readonly name: 'connections';
  readonly data: readonly ShownConnection[];
}

export function shownConnection({ name, color, readOnly }: Connection): ShownConnection {
  return { name, color: color ?? null, readOnly };
}

export function connectionsMessage(data: readonly ShownConnection[]): ConnectionsMessage {
  return { kind: 'event', name: 'connections', data };
}

export function isConnectionsMessage(message: unknown): message is ConnectionsMessage {
  const { kind, name } = (message ?? {}) as Partial<ConnectionsMessage>;
  return kind === 'event' && name === 'connections';
}
