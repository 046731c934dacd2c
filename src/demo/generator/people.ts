import * as lists from '../catalog/choiceLists.ts';
import type { Stored } from '../catalog/columnKinds.ts';
import { accountsFor } from './account.ts';
import type { Dice } from './dice.ts';
import { pastMoment } from './moments.ts';
import { bookkeeping, owner } from './owners.ts';
import { familyName, regions } from './peopleNames.ts';
import { jobTitles, mailAddress, phoneNumber, remarks } from './phrases.ts';

const leadsPerPerson = 10;

export function peoplesFor(leads: number): number {
  return 40 + Math.ceil(leads / leadsPerPerson);
}

export function makePeople(dice: Dice, id: number): Record<string, Stored> {
  dice.forRecord(id);
  const region = dice.pick(regions);
  const given = dice.pick(region.given);
  const created = pastMoment(dice, 9);
  const creator = owner(dice);
  return {
    id,
    business_key: `PE-${String(id).padStart(7, '0')}`,
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
    country: lists.countryChoices.findIndex((choice) => choice.value === region.countries[0]),
    notes: dice.sometimes(0.2, remarks(dice)),
    ...bookkeeping(dice, created, creator),
  };
}
