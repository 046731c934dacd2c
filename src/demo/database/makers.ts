import { accounts, activities, leads, peoples, users } from '../catalog/controllers.ts';
import type { Controller } from '../catalog/controller.ts';
import { accountsFor, makeAccount } from '../generator/account.ts';
import { activitiesFor, makeActivity } from '../generator/activity.ts';
import type { Dice } from '../generator/dice.ts';
import { makeLead } from '../generator/lead.ts';
import { seededUsers } from '../generator/owners.ts';
import { makePeople, peoplesFor } from '../generator/people.ts';
import { makeUser } from '../generator/user.ts';
import type { Row } from './store.ts';

export interface Maker {
  readonly controller: Controller;
  /** How many there are when there are so many leads. */
  count(leads: number): number;
  make(dice: Dice, id: number, seed: number): Row;
}

export const leadMaker: Maker = { controller: leads, count: (records) => records, make: makeLead };

export const makers: readonly Maker[] = [
  leadMaker,
  { controller: accounts, count: accountsFor, make: makeAccount },
  { controller: peoples, count: peoplesFor, make: makePeople },
  { controller: activities, count: activitiesFor, make: makeActivity },
  { controller: users, count: () => seededUsers, make: makeUser },
];
