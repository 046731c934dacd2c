import * as lists from '../catalog/choiceLists.ts';
import type { Stored } from '../catalog/columnKinds.ts';
import { Dice } from './dice.ts';
import { pastMoment } from './moments.ts';
import { bookkeeping, owner } from './owners.ts';
import { regions } from './peopleNames.ts';
import { companyName, phoneNumber, remarks } from './phrases.ts';

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

export function makeAccount(dice: Dice, id: number, seed: number): Record<string, Stored> {
  dice.forRecord(id);
  const region = dice.pick(regions);
  const created = pastMoment(dice, 10);
  const creator = owner(dice);
  return {
    id,
    business_key: `AC-${String(id).padStart(7, '0')}`,
    name: accountName(seed, id),
    account_type: dice.below(lists.accountTypes.length),
    industry: dice.sometimes(0.95, dice.below(lists.industries.length)),
    website: dice.sometimes(0.8, `https://www.example.com/c/${id}`),
    phone: dice.sometimes(0.9, phoneNumber(dice)),
    employees: dice.sometimes(0.9, Math.floor(10 ** (dice.next() * 5))),
    annual_revenue: dice.sometimes(0.8, Math.floor(10 ** (3 + dice.next() * 5)) * 100),
    city: dice.pick(region.cities),
    country: lists.countryChoices.findIndex((choice) => choice.value === region.countries[0]),
    parent_id: id > 10 ? dice.sometimes(0.1, 1 + dice.below(id - 1)) : null,
    description: dice.sometimes(0.4, remarks(dice)),
    ...bookkeeping(dice, created, creator),
  };
}
