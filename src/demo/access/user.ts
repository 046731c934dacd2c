import { roleAt, type Role } from '../catalog/roles.ts';
import type { Row, Store } from '../database/store.ts';

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
    role: roleAt(Number(row['role_id'])),
  };
}
