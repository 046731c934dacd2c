import type { Stored } from '../catalog/columnKinds.ts';
import { rolePosition } from '../catalog/roles.ts';
import type { Dice } from './dice.ts';
import { pastMoment } from './moments.ts';
import { familyName, regions } from './peopleNames.ts';
import { phoneNumber } from './phrases.ts';

/** The users that tokens are given to. */
const known = [
  { user_name: 'admin', first_name: 'Ada', last_name: 'Ekström', role_id: rolePosition('administrator') },
  { user_name: 'clerk', first_name: 'Carlos', last_name: 'Núñez', role_id: rolePosition('clerk') },
  { user_name: 'reader', first_name: 'Rin', last_name: '田中', role_id: rolePosition('reader') },
];

export function makeUser(dice: Dice, id: number): Record<string, Stored> {
  dice.forRecord(id);
  const region = dice.pick(regions);
  const created = pastMoment(dice, 12);
  return {
    id,
    business_key: `US-${String(id).padStart(7, '0')}`,
    user_name: `user${id}`,
    first_name: dice.pick(region.given),
    last_name: familyName(dice, region),
    email: `user${id}@example.com`,
    phone: phoneNumber(dice),
    role_id: id % 7 === 0 ? rolePosition('reader') : rolePosition('clerk'),
    status: id % 13 === 0 ? 1 : 0,
    manager_id: id > 3 ? 1 + dice.below(3) : null,
    time_zone: dice.below(9),
    last_login: pastMoment(dice, 1),
    created,
    created_by: 1,
    modified: created,
    modified_by: 1,
    owned_by: 1,
    primary_acl_group: dice.between(1, 3),
    revision: 1,
    deleted: 0,
    ...known[id - 1],
  };
}
