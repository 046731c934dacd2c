import { lostStage, openStages, wonStage } from './choiceLists.ts';
import { accounts, activities, leads, pathOf, peoples, users, type DemoController } from './controllers.ts';
import { defineListViews, type Filter, type DemoListView } from './defineListViews.ts';

const mine: Filter = { column: 'owned_by', mine: true };
const open: Filter = { column: 'current_stage', oneOf: openStages };
const is = (column: string, value: number): Filter => ({ column, oneOf: [value] });
const year2026: Filter = {
  column: 'expected_close_date',
  from: Date.UTC(2026, 0, 1) / 86_400_000,
  below: Date.UTC(2027, 0, 1) / 86_400_000,
};

/** Columns to omit from the wide list view, which has sixty columns to scroll through. */
const rarelyRead =
  'id deleted attachment stage_remarks closing_remarks tax_number emails_count visits_count primary_acl_group revision modified_by competitor satisfaction'.split(
    ' ',
  );
const sixty = leads.columns
  .filter(({ name }) => !rarelyRead.includes(name))
  .slice(0, 60)
  .map(({ name, kind }) => (kind === 'reference' ? `@${name}` : name))
  .join(' ');

const leadListViews = defineListViews(leads, {
  general: [
    [
      'All Leads',
      'id- business_key* first_name last_name company email city @country @current_stage =current_workflow_actors priority budget+ expected_amount+ expected_close_date @created_by @owned_by',
    ],
    [
      'Open Leads',
      '=full_name* company @current_stage =current_workflow_actors probability expected_amount+ =weighted_amount expected_close_date @owned_by',
      { filters: [open], sort: 'expected_close_date' },
    ],
    ['All Columns', sixty],
    [
      'Recently Changed',
      'business_key* =full_name modified @modified_by revision @current_stage',
      { sort: '-modified' },
    ],
    ['Addresses', 'last_name* first_name street postal_code city state @country latitude longitude', { sort: 'city' }],
  ],
  mine: [
    ['My Leads', 'business_key* =full_name company @current_stage next_follow_up phone email', { filters: [mine] }],
    [
      'My Open Leads',
      'business_key* =full_name @current_stage next_follow_up expected_amount+',
      { filters: [mine, open], sort: 'next_follow_up' },
    ],
  ],
  sales: [
    [
      'Hot Leads',
      'last_name* first_name company probability expected_amount+ =weighted_amount @owned_by',
      { filters: [open, is('rating', 2)], sort: '-expected_amount' },
    ],
    [
      'Won in 2026',
      'business_key* =full_name company expected_amount+ expected_close_date =days_to_close @owned_by',
      { filters: [is('current_stage', wonStage), year2026], sort: '-expected_amount' },
    ],
    [
      'Lost Leads',
      'business_key* =full_name competitor closing_remarks expected_amount+ @owned_by',
      { filters: [is('current_stage', lostStage)] },
    ],
    [
      'Key Accounts',
      'last_name* @account_id annual_revenue+ employees+ is_vip languages interests',
      { filters: [is('is_vip', 1)], sort: '-annual_revenue' },
    ],
    // no stage has this number, so the list view is empty
    ['On Hold', 'business_key* last_name @current_stage', { filters: [is('current_stage', 99)] }],
  ],
  charts: [
    ['Leads by Month', '', { chart: { kind: 'line', groupBy: 'created', byMonth: true } }],
    ['Leads by Source', '', { chart: { kind: 'pie', groupBy: 'lead_source' } }],
    [
      'Pipeline by Stage',
      '',
      { filters: [open], chart: { kind: 'bar', groupBy: 'current_stage', sums: ['budget', 'expected_amount'] } },
    ],
    ['Share Won', '', { chart: { kind: 'gauge' } }],
    ['Leads by Country', '', { chart: { kind: 'geo', groupBy: 'country', sums: ['expected_amount'] } }],
  ],
  administration: [
    ['Deleted Leads', 'business_key* =full_name modified deleted', { showsDeleted: true, sort: '-modified' }],
  ],
});

const accountListViews = defineListViews(accounts, {
  general: [
    [
      'All Accounts',
      'id- business_key name* @account_type industry city @country employees+ annual_revenue+ @created_by @owned_by',
    ],
    ['Accounts by Name', 'name* website phone city @country', { sort: 'name' }],
    ['Recently Changed', 'name* modified revision @owned_by', { sort: '-modified' }],
  ],
  mine: [['My Accounts', 'name* @account_type phone city', { filters: [mine] }]],
  sales: [
    ['Customers', 'name* industry annual_revenue+ @owned_by', { filters: [is('account_type', 0)] }],
    ['Partners', 'name* industry @owned_by', { filters: [is('account_type', 1)] }],
    ['Prospects', 'name* industry @owned_by', { filters: [is('account_type', 2)] }],
    ['Suppliers', 'name* phone website', { filters: [is('account_type', 3)] }],
  ],
  charts: [
    ['Accounts by Industry', '', { chart: { kind: 'bar', groupBy: 'industry', sums: ['annual_revenue'] } }],
    ['Accounts by Country', '', { chart: { kind: 'geo', groupBy: 'country' } }],
  ],
  administration: [['Deleted Accounts', 'name* modified deleted', { showsDeleted: true }]],
});

const peopleListViews = defineListViews(peoples, {
  general: [
    ['All People', 'id- business_key* first_name last_name job_title @account_id email phone city @country @owned_by'],
    ['People by Name', '=full_name* @account_id email', { sort: 'last_name' }],
    ['Birthdays', 'birthday =full_name* phone', { sort: 'birthday' }],
    ['Recently Changed', 'business_key* =full_name modified revision', { sort: '-modified' }],
  ],
  mine: [['My People', 'business_key* =full_name phone email', { filters: [mine] }]],
  sales: [
    ['Newsletter', 'email* =full_name languages', { filters: [is('newsletter', 1)] }],
    ['By E-mail', 'email* =full_name', { sort: 'email' }],
  ],
  charts: [
    ['People by Country', '', { chart: { kind: 'geo', groupBy: 'country' } }],
    ['Newcomers by Month', '', { chart: { kind: 'line', groupBy: 'created', byMonth: true } }],
  ],
  administration: [['Deleted People', 'business_key* =full_name modified deleted', { showsDeleted: true }]],
});

const activityListViews = defineListViews(activities, {
  general: [
    ['All Activities', 'id- subject* @activity_type state @lead_id @people_id due_at minutes+ cost+ @owned_by'],
    ['Planned', 'due_at subject* @lead_id @owned_by', { filters: [is('state', 0)], sort: 'due_at' }],
    ['Done', 'due_at subject* @lead_id minutes+', { filters: [is('state', 1)], sort: '-due_at' }],
  ],
  mine: [
    ['My Activities', 'due_at subject* @lead_id state', { filters: [mine], sort: 'due_at' }],
    ['My Plan', 'due_at subject* @lead_id', { filters: [mine, is('state', 0)], sort: 'due_at' }],
  ],
  sales: [
    ['Calls', 'subject* @lead_id due_at minutes+', { filters: [is('activity_type', 0)] }],
    ['Meetings', 'subject* @lead_id due_at minutes+', { filters: [is('activity_type', 2)] }],
    ['Billable', 'subject* @lead_id minutes+ cost+', { filters: [is('is_billable', 1)] }],
  ],
  charts: [
    ['Activities by Type', '', { chart: { kind: 'pie', groupBy: 'activity_type', sums: ['minutes'] } }],
    ['Activities by Month', '', { chart: { kind: 'line', groupBy: 'due_at', byMonth: true, sums: ['cost'] } }],
  ],
  administration: [['Deleted Activities', 'subject* modified deleted', { showsDeleted: true }]],
});

const userListViews = defineListViews(users, {
  general: [
    ['All Users', 'id- user_name* first_name last_name email @role_id status last_login'],
    ['By Name', '=full_name* email phone', { sort: 'last_name' }],
    ['Recently Seen', 'user_name* last_login', { sort: '-last_login' }],
  ],
  administration: [
    ['Administrators', 'user_name* email status', { filters: [is('role_id', 0)] }],
    ['Clerks', 'user_name* email status', { filters: [is('role_id', 1)] }],
    ['Readers', 'user_name* email status', { filters: [is('role_id', 2)] }],
    ['Locked', 'user_name* email', { filters: [is('status', 1)] }],
  ],
  charts: [['Users by Role', '', { chart: { kind: 'pie', groupBy: 'role_id' } }]],
});

export const listViews: readonly DemoListView[] = [
  ...leadListViews,
  ...accountListViews,
  ...peopleListViews,
  ...activityListViews,
  ...userListViews,
];

export function listViewWithId(id: string): DemoListView | undefined {
  return listViews.find((view) => view.id === id);
}

export function listViewsOf(controller: DemoController): DemoListView[] {
  return listViews.filter((view) => view.controller === pathOf(controller));
}
