import type { Stored } from '../catalog/columnKinds.ts';
import type { Dice } from './dice.ts';

/** Users 1 to 40 come with the service; the first three are those with tokens. */
export const seededUsers = 40;
export const seededUserIds = { admin: 1, clerk: 2, reader: 3 } as const;

/** One record in ten is the clerk's; readers own nothing. */
export function owner(dice: Dice): number {
  const share = dice.below(40);
  if (share < 4) return seededUserIds.clerk;
  return share < 6 ? seededUserIds.admin : dice.between(4, seededUsers);
}

/** What the service itself writes into a record that nobody has changed yet. */
export function bookkeeping(dice: Dice, created: number, creator: number): Record<string, Stored> {
  return {
    created,
    created_by: creator,
    modified: created,
    modified_by: creator,
    owned_by: owner(dice),
    primary_acl_group: dice.between(1, 3),
    revision: 1,
    deleted: 0,
  };
}
