import * as lists from '../catalog/choiceLists.ts';
import type { Row } from '../database/store.ts';
import { Dice, pastMoment, today } from './dice.ts';
import {
  regions,
  companyName,
  phoneNumber,
  remarks,
  familyName,
  jobTitles,
  mailAddress,
  subjects,
} from './wordLists.ts';

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
export function bookkeeping(dice: Dice, created: number, creator: number): Row {
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

/** How many accounts there are once there are so many leads. A lead refers only to accounts that exist by then. */
export function accountsFor(leads: number): number {
  return 40 + Math.ceil(leads / 20);
}

const nameDice = new Map<number, Dice>();

/** A company's name without the rest of it, for the leads that carry it. */
export function accountName(seed: number, id: number): string {
  let dice = nameDice.get(seed);
  if (!dice) nameDice.set(seed, (dice = new Dice(seed, 'account names')));
  return companyName(dice.forRecord(id));
}

export function makeAccount(dice: Dice, id: number, seed: number): Row {
  const region = dice.pick(regions);
  const created = pastMoment(dice, 10);
  const creator = owner(dice);
  return {
    name: accountName(seed, id),
    account_type: dice.below(lists.accountTypes.length),
    industry: dice.sometimes(0.95, dice.below(lists.industries.length)),
    website: dice.sometimes(0.8, `https://www.example.com/c/${id}`),
    phone: dice.sometimes(0.9, phoneNumber(dice)),
    employees: dice.sometimes(0.9, Math.floor(10 ** (dice.next() * 5))),
    annual_revenue: dice.sometimes(0.8, Math.floor(10 ** (3 + dice.next() * 5)) * 100),
    city: dice.pick(region.cities),
    country: lists.positionOfCountry.get(region.countries[0] ?? '') ?? 0,
    parent_id: id > 10 ? dice.sometimes(0.1, 1 + dice.below(id - 1)) : null,
    description: dice.sometimes(0.4, remarks(dice)),
    ...bookkeeping(dice, created, creator),
  };
}

const leadsPerPerson = 10;

export function peoplesFor(leads: number): number {
  return 40 + Math.ceil(leads / leadsPerPerson);
}

export function makePeople(dice: Dice, id: number): Row {
  const region = dice.pick(regions);
  const given = dice.pick(region.given);
  const created = pastMoment(dice, 9);
  const creator = owner(dice);
  return {
    first_name: given,
    last_name: familyName(dice, region),
    job_title: dice.sometimes(0.8, dice.pick(jobTitles)),
    account_id: dice.sometimes(0.9, 1 + dice.below(accountsFor(Math.max(0, id - 41) * leadsPerPerson))),
    email: dice.sometimes(0.9, mailAddress(dice, given, id)),
    phone: dice.sometimes(0.8, phoneNumber(dice)),
    birthday: dice.sometimes(0.5, dice.between(-18_000, 13_000)),
    languages: dice.sometimes(0.8, 1 << dice.below(11)),
    newsletter: dice.below(2),
    city: dice.pick(region.cities),
    country: lists.positionOfCountry.get(region.countries[0] ?? '') ?? 0,
    notes: dice.sometimes(0.2, remarks(dice)),
    ...bookkeeping(dice, created, creator),
  };
}

const leadsPerActivity = 5;

export function activitiesFor(leads: number): number {
  return Math.floor(leads / leadsPerActivity);
}

export function makeActivity(dice: Dice, id: number): Row {
  const created = pastMoment(dice, 4);
  const creator = owner(dice);
  // Some leads have many activities, most have none.
  const lead = 1 + Math.floor(dice.next() ** 2 * id * leadsPerActivity);
  return {
    subject: dice.pick(subjects),
    activity_type: dice.below(lists.activityTypes.length),
    state: dice.below(lists.activityStates.length),
    lead_id: lead,
    people_id: dice.sometimes(0.3, 1 + dice.below(peoplesFor(id))),
    due_at: dice.sometimes(0.9, today + (dice.below(400) - 300) * 86_400 + dice.below(96) * 900),
    minutes: dice.sometimes(0.7, dice.between(1, 32) * 15),
    is_billable: dice.below(2),
    cost: dice.sometimes(0.5, dice.below(100_000)),
    outcome: dice.sometimes(0.3, remarks(dice)),
    ...bookkeeping(dice, created, creator),
  };
}

/** The users that tokens are given to. */
const known = [
  { user_name: 'admin', first_name: 'Ada', last_name: 'Ekström', role_id: lists.roles.indexOf('administrator') },
  { user_name: 'clerk', first_name: 'Carlos', last_name: 'Núñez', role_id: lists.roles.indexOf('clerk') },
  { user_name: 'reader', first_name: 'Rin', last_name: '田中', role_id: lists.roles.indexOf('reader') },
];

export function makeUser(dice: Dice, id: number): Row {
  const region = dice.pick(regions);
  const created = pastMoment(dice, 12);
  return {
    user_name: `user${id}`,
    first_name: dice.pick(region.given),
    last_name: familyName(dice, region),
    email: `user${id}@example.com`,
    phone: phoneNumber(dice),
    role_id: id % 7 === 0 ? lists.roles.indexOf('reader') : lists.roles.indexOf('clerk'),
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
