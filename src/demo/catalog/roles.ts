import type { Choice } from './column.ts';
import { uuidOf } from './uuid.ts';

export type Role = 'administrator' | 'clerk' | 'reader';

const names: readonly Role[] = ['administrator', 'clerk', 'reader'];

export const roleChoices: readonly Choice[] = names.map((role) => ({
  text: role.charAt(0).toUpperCase() + role.slice(1),
  value: uuidOf(`role ${role}`),
}));

/** Nobody signs up as an administrator. */
export const signupRoles: readonly Choice[] = roleChoices.slice(1);

export function rolePosition(role: Role): number {
  return names.indexOf(role);
}

export function roleAt(position: number): Role {
  return names[position] ?? 'reader';
}
