import * as lists from '../catalog/choiceLists.ts';
import type { Row } from '../database/store.ts';
import { type Dice, pastMoment, someDay, today } from './dice.ts';
import { accountName, accountsFor, bookkeeping, owner, peoplesFor } from './records.ts';
import * as words from './wordLists.ts';

export function makeLead(dice: Dice, id: number, seed: number): Row {
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
    attachment: null,
    stage_remarks: null,
    closing_remarks: stage < lists.wonStage ? null : dice.sometimes(0.3, words.remarks(dice)),
    ...bookkeeping(dice, created, creator),
    modified,
    // One in two hundred has been deleted already.
    deleted: dice.below(200) === 0 ? 1 : 0,
  };
}

/** More at the beginning of the funnel than at its end. */
function stageOf(dice: Dice): number {
  const share = dice.next();
  if (share < 0.3) return 0;
  if (share < 0.5) return 1;
  if (share < 0.65) return 2;
  if (share < 0.75) return 3;
  return share < 0.88 ? lists.wonStage : lists.lostStage;
}

/** In cents; now and then a refund, nothing at all, or the price of a refinery. */
function money(dice: Dice): number {
  const oddity = dice.below(2000);
  if (oddity === 0) return 99_999_999_999;
  if (oddity === 1) return -1;
  if (oddity < 10) return 0;
  return Math.floor(10 ** (2 + dice.next() * 4)) * 100 + dice.below(100);
}

function score(dice: Dice): number {
  const oddity = dice.below(5000);
  if (oddity === 0) return -0.000001;
  if (oddity === 1) return 123_456_789.987654;
  return Math.round(dice.next() * 10_000) / 100;
}
