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
