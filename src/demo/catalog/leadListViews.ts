import { lostStage, openStages, wonStage } from './choices.ts';
import { leadColumns } from './columns.ts';
import { daysToClose, fullName, weightedAmount, workflowActors } from './computedColumns.ts';
import { defineListViews, type ShownColumn } from './listView.ts';

const owner: ShownColumn = { name: 'owned_by', alias: 'Owned By' };
const creator: ShownColumn = { name: 'created_by', alias: 'Created By' };
const stage: ShownColumn = { name: 'current_stage', alias: 'Current Stage' };
const actors: ShownColumn = {
  name: 'current_workflow_actors',
  alias: 'Current Workflow Actors',
  computed: workflowActors,
};
const name: ShownColumn = { name: 'full_name', alias: 'Full Name', computed: fullName };
const weighted: ShownColumn = { name: 'weighted_amount', alias: 'Weighted Amount', computed: weightedAmount };
const days: ShownColumn = { name: 'days_to_close', alias: 'Days to Close', computed: daysToClose };

const open = { column: 'current_stage', oneOf: openStages };
const year2026 = {
  column: 'expected_close_date',
  from: Date.UTC(2026, 0, 1) / 86_400_000,
  below: Date.UTC(2027, 0, 1) / 86_400_000,
};

/** Everything but the rarely read long texts: sixty columns to scroll through. */
const sixty = leadColumns
  .filter(
    (column) =>
      ![
        'id',
        'deleted',
        'attachment',
        'stage_remarks',
        'closing_remarks',
        'tax_number',
        'emails_count',
        'visits_count',
        'primary_acl_group',
        'revision',
        'modified_by',
        'competitor',
        'satisfaction',
      ].includes(column.name),
  )
  .slice(0, 60);

export const leadListViews = defineListViews('crm/leads', [
  {
    name: 'All Leads',
    category: 'general',
    isDefault: true,
    columns: [
      'id-',
      'business_key*',
      'first_name',
      'last_name',
      'company',
      'email',
      'city',
      { name: 'country', alias: 'Country' },
      stage,
      actors,
      'priority',
      'budget+',
      'expected_amount+',
      'expected_close_date',
      creator,
      owner,
    ],
  },
  {
    name: 'Open Leads',
    category: 'general',
    filters: [open],
    sort: 'expected_close_date',
    columns: [
      { ...name, link: true },
      'company',
      stage,
      actors,
      'probability',
      'expected_amount+',
      weighted,
      'expected_close_date',
      owner,
    ],
  },
  {
    name: 'All Columns',
    category: 'general',
    columns: sixty.map((column) =>
      column.kind === 'reference' ? { name: column.name, alias: column.label } : column.name,
    ),
  },
  {
    name: 'Recently Changed',
    category: 'general',
    sort: '-modified',
    columns: ['business_key*', name, 'modified', { name: 'modified_by', alias: 'Modified By' }, 'revision', stage],
  },
  {
    name: 'Addresses',
    category: 'general',
    sort: 'city',
    columns: [
      'last_name*',
      'first_name',
      'street',
      'postal_code',
      'city',
      'state',
      { name: 'country', alias: 'Country' },
      'latitude',
      'longitude',
    ],
  },
  {
    name: 'My Leads',
    category: 'mine',
    filters: [{ column: 'owned_by', mine: true }],
    columns: ['business_key*', name, 'company', stage, 'next_follow_up', 'phone', 'email'],
  },
  {
    name: 'My Open Leads',
    category: 'mine',
    filters: [{ column: 'owned_by', mine: true }, open],
    sort: 'next_follow_up',
    columns: ['business_key*', name, stage, 'next_follow_up', 'expected_amount+'],
  },
  {
    name: 'Hot Leads',
    category: 'sales',
    filters: [open, { column: 'rating', oneOf: [2] }],
    sort: '-expected_amount',
    columns: ['last_name*', 'first_name', 'company', 'probability', 'expected_amount+', weighted, owner],
  },
  {
    name: 'Won in 2026',
    category: 'sales',
    filters: [{ column: 'current_stage', oneOf: [wonStage] }, year2026],
    sort: '-expected_amount',
    columns: ['business_key*', name, 'company', 'expected_amount+', 'expected_close_date', days, owner],
  },
  {
    name: 'Lost Leads',
    category: 'sales',
    filters: [{ column: 'current_stage', oneOf: [lostStage] }],
    columns: ['business_key*', name, 'competitor', 'closing_remarks', 'expected_amount+', owner],
  },
  {
    name: 'Key Accounts',
    category: 'sales',
    filters: [{ column: 'is_vip', oneOf: [1] }],
    sort: '-annual_revenue',
    columns: [
      'last_name*',
      { name: 'account_id', alias: 'Account' },
      'annual_revenue+',
      'employees+',
      'is_vip',
      'languages',
      'interests',
    ],
  },
  // No stage bears this number: a list view without records.
  {
    name: 'On Hold',
    category: 'sales',
    filters: [{ column: 'current_stage', oneOf: [99] }],
    columns: ['business_key*', 'last_name', stage],
  },
  {
    name: 'Leads by Month',
    category: 'charts',
    columns: [],
    chart: { kind: 'line', groupBy: 'created', byMonth: true, sums: [] },
  },
  {
    name: 'Leads by Source',
    category: 'charts',
    columns: [],
    chart: { kind: 'pie', groupBy: 'lead_source', sums: [] },
  },
  {
    name: 'Pipeline by Stage',
    category: 'charts',
    columns: [],
    filters: [open],
    chart: { kind: 'bar', groupBy: 'current_stage', sums: ['budget', 'expected_amount'] },
  },
  { name: 'Share Won', category: 'charts', columns: [], chart: { kind: 'gauge', sums: [] } },
  {
    name: 'Leads by Country',
    category: 'charts',
    columns: [],
    chart: { kind: 'geo', groupBy: 'country', sums: ['expected_amount'] },
  },
  {
    name: 'Deleted Leads',
    category: 'administration',
    showsDeleted: true,
    sort: '-modified',
    columns: ['business_key*', name, 'modified', 'deleted'],
  },
]);
