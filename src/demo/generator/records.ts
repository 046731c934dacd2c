import { sampleAttachment } from '../operations/sampleFile.ts';
import * as lists from '../catalog/choiceLists.ts';
import type { Row } from '../database/store.ts';
import { SeededRandom, pastMoment, today, someDay } from './dice.ts';
import * as words from './wordLists.ts';
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

/** Users 1 to 40 are built in; the first three have tokens. */
export const seededUsers = 40;
export const seededUserIds = { admin: 1, clerk: 2, reader: 3 } as const;

/** The clerk owns one record in ten; readers own none. */
function owner(dice: SeededRandom): number {
  const share = dice.below(40);
  if (share < 4) return seededUserIds.clerk;
  return share < 6 ? seededUserIds.admin : dice.between(4, seededUsers);
}

/** System fields of a record that hasn't been modified yet. */
function bookkeeping(dice: SeededRandom, created: number, creator: number): Row {
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

/** The number of accounts for a number of leads. A lead refers only to accounts that exist by then. */
export function accountsFor(leads: number): number {
  return 40 + Math.ceil(leads / 20);
}

const nameDice = new Map<number, SeededRandom>();

/** A company's name without the rest of its record, for leads that contain it. */
function accountName(seed: number, id: number): string {
  let dice = nameDice.get(seed);
  if (!dice) nameDice.set(seed, (dice = new SeededRandom(seed, 'account names')));
  return companyName(dice.forRecord(id));
}

export function makeAccount(dice: SeededRandom, id: number, seed: number): Row {
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

export function makePeople(dice: SeededRandom, id: number): Row {
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

export function makeActivity(dice: SeededRandom, id: number): Row {
  const created = pastMoment(dice, 4);
  const creator = owner(dice);
  // some leads have many activities, most have none
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

/** Users that have tokens. */
const known = [
  { user_name: 'admin', first_name: 'Ada', last_name: 'Ekström', role_id: lists.roles.indexOf('administrator') },
  { user_name: 'clerk', first_name: 'Carlos', last_name: 'Núñez', role_id: lists.roles.indexOf('clerk') },
  { user_name: 'reader', first_name: 'Rin', last_name: '田中', role_id: lists.roles.indexOf('reader') },
];

export function makeUser(dice: SeededRandom, id: number): Row {
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

export function makeLead(dice: SeededRandom, id: number, seed: number): Row {
  const region = dice.pick(words.regions);
  const country = lists.positionOfCountry.get(dice.pick(region.countries)) ?? 0;
  const [, , latitude, longitude] = lists.countries[country] ?? ['', '', 0, 0];
  const given = dice.pick(region.given);
  const created = pastMoment(dice, 8);
  const modified = Math.min(today, created + dice.below(200 * 86_400));
  const creator = owner(dice);
  const account = 1 + dice.below(accountsFor(id));
  const stage = stageOf(dice);
  const amount = money(dice);
  const firstDay = Math.floor(created / 86_400);
  return {
    salutation: dice.sometimes(0.8, dice.below(lists.salutations.length)),
    first_name: dice.sometimes(0.95, given),
    middle_name: dice.sometimes(0.08, given),
    last_name: words.familyName(dice, region),
    job_title: dice.sometimes(0.85, dice.pick(words.jobTitles)),
    department: dice.sometimes(0.7, dice.below(lists.departments.length)),
    company: accountName(seed, account),
    account_id: account,
    email: dice.sometimes(0.93, words.mailAddress(dice, given, id)),
    secondary_email: dice.sometimes(0.05, `lead${id}@example.net`),
    phone: dice.sometimes(0.8, words.phoneNumber(dice)),
    mobile: dice.sometimes(0.3, words.phoneNumber(dice)),
    website: dice.sometimes(0.3, `https://www.example.com/c/${account}`),
    profile_url: dice.sometimes(0.1, `https://people.example.org/in/${id}`),
    lead_source: dice.sometimes(0.95, dice.below(lists.sources.length)),
    campaign: dice.sometimes(0.5, dice.pick(words.campaigns)),
    current_stage: stage,
    rating: dice.sometimes(0.9, dice.below(3)),
    priority: dice.chance(0.6) ? 1 : dice.below(4),
    industry: dice.sometimes(0.95, dice.below(lists.industries.length)),
    segment: dice.sometimes(0.8, dice.below(lists.segments.length)),
    annual_revenue: dice.sometimes(0.7, money(dice) * 10),
    employees: dice.sometimes(0.8, Math.floor(10 ** (dice.next() * 5))),
    budget: dice.sometimes(0.75, Math.abs(amount)),
    expected_amount: amount,
    currency: dice.below(lists.currencies.length),
    probability: stage === lists.wonStage ? 100 : stage === lists.lostStage ? 0 : dice.below(20) * 5,
    discount: dice.sometimes(0.2, dice.below(31)),
    expected_close_date: dice.sometimes(0.85, someDay(dice, 900, 500)),
    first_contact_date: firstDay,
    last_contacted_at: dice.sometimes(0.8, modified - dice.below(86_400 * 30)),
    next_follow_up: dice.sometimes(0.5, today + dice.below(86_400 * 90)),
    decision_date: dice.sometimes(0.3, someDay(dice, 100, 400)),
    birthday: dice.sometimes(0.2, dice.between(-18_000, 13_000)),
    do_not_call: dice.chance(0.07) ? 1 : 0,
    email_opt_out: dice.chance(0.1) ? 1 : 0,
    newsletter: dice.sometimes(0.9, dice.below(2)),
    is_vip: dice.chance(0.03) ? 1 : 0,
    interests: dice.sometimes(0.6, 1 + dice.below(255)),
    products: dice.sometimes(0.5, 1 + dice.below(127)),
    languages: dice.sometimes(0.5, 1 << dice.below(11)),
    street: dice.sometimes(0.6, `${dice.pick(region.streets)} ${dice.between(1, 200)}`),
    city: dice.sometimes(0.95, dice.pick(region.cities)),
    state: null,
    postal_code: dice.sometimes(0.6, String(dice.between(1000, 99_999)).padStart(5, '0')),
    country,
    time_zone: dice.sometimes(0.5, dice.below(lists.timeZones.length)),
    latitude: Math.round((latitude + dice.next() * 3 - 1.5) * 10_000) / 10_000,
    longitude: Math.round((longitude + dice.next() * 3 - 1.5) * 10_000) / 10_000,
    tax_number: dice.sometimes(0.1, `T${dice.between(10_000_000, 99_999_999)}`),
    competitor: dice.sometimes(0.2, dice.pick(words.competitors)),
    contract_months: dice.sometimes(0.3, dice.pick([1, 12, 24, 36, 600])),
    score: dice.sometimes(0.9, score(dice)),
    satisfaction: dice.sometimes(0.3, Math.round(dice.next() * 200 - 100) / 10),
    calls_count: dice.below(40),
    emails_count: dice.below(200),
    visits_count: dice.below(6),
    referred_by: dice.sometimes(0.1, 1 + dice.below(peoplesFor(id))),
    description: dice.sometimes(0.3, words.remarks(dice)),
    notes: dice.sometimes(0.1, words.remarks(dice)),
    attachment: sampleAttachment(id),
    stage_remarks: null,
    closing_remarks: stage < lists.wonStage ? null : dice.sometimes(0.3, words.remarks(dice)),
    ...bookkeeping(dice, created, creator),
    modified,
    // one in two hundred is already deleted
    deleted: dice.below(200) === 0 ? 1 : 0,
  };
}

/** More leads at the start of the funnel than at its end. */
function stageOf(dice: SeededRandom): number {
  const share = dice.next();
  if (share < 0.3) return 0;
  if (share < 0.5) return 1;
  if (share < 0.65) return 2;
  if (share < 0.75) return 3;
  return share < 0.88 ? lists.wonStage : lists.lostStage;
}

/** In cents; occasionally negative, zero or extremely large. */
function money(dice: SeededRandom): number {
  const oddity = dice.below(2000);
  if (oddity === 0) return 99_999_999_999;
  if (oddity === 1) return -1;
  if (oddity < 10) return 0;
  return Math.floor(10 ** (2 + dice.next() * 4)) * 100 + dice.below(100);
}

function score(dice: SeededRandom): number {
  const oddity = dice.below(5000);
  if (oddity === 0) return -0.000001;
  if (oddity === 1) return 123_456_789.987654;
  return Math.round(dice.next() * 10_000) / 100;
}
