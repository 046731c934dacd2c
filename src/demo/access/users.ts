import { createHash, randomBytes } from 'node:crypto';
import { demoTokenStart, type DemoUser } from '../../model/demoMessages.ts';
import { roles, type Role } from '../catalog/choiceLists.ts';
import type { Row, Store } from '../database/store.ts';
import { seededUserIds } from '../generator/records.ts';

export interface User {
  readonly id: number;
  readonly name: string;
  readonly fullName: string;
  readonly role: Role;
}

export function userWithId(store: Store, id: number): User | undefined {
  const row = store.get(
    'SELECT id, user_name, first_name, last_name, role_id FROM users WHERE id = ? AND deleted = 0 AND status = 0',
    id,
  );
  return row ? userOf(row) : undefined;
}

function userOf(row: Row): User {
  return {
    id: Number(row['id']),
    name: String(row['user_name']),
    fullName: [row['first_name'], row['last_name']].filter(Boolean).join(' '),
    role: roles[Number(row['role_id'])] ?? 'reader',
  };
}

/** Stores only hashes, so that neither the file nor timing reveals a token. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function newToken(): string {
  return `${demoTokenStart}${randomBytes(32).toString('base64url')}`;
}

/** Tokens issued at startup last as long as the process; those of signed-up users are stored in the file. */
export class Tokens {
  readonly given: Record<DemoUser, string>;
  private readonly store: Store;
  private readonly byHash = new Map<string, number>();

  constructor(store: Store, wanted: Partial<Record<DemoUser, string>>) {
    this.store = store;
    this.given = {
      admin: wanted.admin ?? newToken(),
      clerk: wanted.clerk ?? newToken(),
      reader: wanted.reader ?? newToken(),
    };
    const names: readonly DemoUser[] = ['admin', 'clerk', 'reader'];
    for (const name of names) this.byHash.set(hashOf(this.given[name]), seededUserIds[name]);
  }

  userOf(authorization: string | undefined): User | undefined {
    const token = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
    if (!token) return undefined;
    const hash = hashOf(token);
    const id = this.byHash.get(hash) ?? this.store.get('SELECT user_id FROM tokens WHERE hash = ?', hash)?.['user_id'];
    return typeof id === 'number' ? userWithId(this.store, id) : undefined;
  }

  /** Runs in the caller's transaction. */
  issue(userId: number): string {
    const token = newToken();
    this.store.run('INSERT INTO tokens VALUES (?, ?)', hashOf(token), userId);
    return token;
  }
}
