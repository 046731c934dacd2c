import * as lists from '../catalog/choiceLists.ts';
import type { Stored } from '../catalog/columnKinds.ts';
import type { Dice } from './dice.ts';
import { pastMoment, today } from './moments.ts';
import { bookkeeping, owner } from './owners.ts';
import { peoplesFor } from './people.ts';
import { remarks, subjects } from './phrases.ts';

const leadsPerActivity = 5;

export function activitiesFor(leads: number): number {
  return Math.floor(leads / leadsPerActivity);
}

export function makeActivity(dice: Dice, id: number): Record<string, Stored> {
  dice.forRecord(id);
  const created = pastMoment(dice, 4);
  const creator = owner(dice);
  // Some leads have many activities, most have none.
  const lead = 1 + Math.floor(dice.next() ** 2 * id * leadsPerActivity);
  return {
    id,
    business_key: `AT-${String(id).padStart(7, '0')}`,
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
