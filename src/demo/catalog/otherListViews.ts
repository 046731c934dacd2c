import { fullName } from './computedColumns.ts';
import { defineListViews, type ShownColumn } from './listView.ts';

const owner: ShownColumn = { name: 'owned_by', alias: 'Owned By' };
const creator: ShownColumn = { name: 'created_by', alias: 'Created By' };
const account: ShownColumn = { name: 'account_id', alias: 'Account' };
const country: ShownColumn = { name: 'country', alias: 'Country' };
const name: ShownColumn = { name: 'full_name', alias: 'Full Name', computed: fullName };
const mine = { column: 'owned_by', mine: true } as const;
const type: ShownColumn = { name: 'account_type', alias: 'Account Type' };

const accountListViews = defineListViews('crm/accounts', [
  {
    name: 'All Accounts',
    category: 'general',
    isDefault: true,
    columns: [
      'id-',
      'business_key',
      'name*',
      type,
      'industry',
      'city',
      country,
      'employees+',
      'annual_revenue+',
      creator,
      owner,
    ],
  },
  {
    name: 'Accounts by Name',
    category: 'general',
    sort: 'name',
    columns: ['name*', 'website', 'phone', 'city', country],
  },
  {
    name: 'Recently Changed',
    category: 'general',
    sort: '-modified',
    columns: ['name*', 'modified', 'revision', owner],
  },
  { name: 'My Accounts', category: 'mine', filters: [mine], columns: ['name*', type, 'phone', 'city'] },
  {
    name: 'Customers',
    category: 'sales',
    filters: [{ column: 'account_type', oneOf: [0] }],
    columns: ['name*', 'industry', 'annual_revenue+', owner],
  },
  {
    name: 'Partners',
    category: 'sales',
    filters: [{ column: 'account_type', oneOf: [1] }],
    columns: ['name*', 'industry', owner],
  },
  {
    name: 'Prospects',
    category: 'sales',
    filters: [{ column: 'account_type', oneOf: [2] }],
    columns: ['name*', 'industry', owner],
  },
  {
    name: 'Suppliers',
    category: 'sales',
    filters: [{ column: 'account_type', oneOf: [3] }],
    columns: ['name*', 'phone', 'website'],
  },
  {
    name: 'Accounts by Industry',
    category: 'charts',
    columns: [],
    chart: { kind: 'bar', groupBy: 'industry', sums: ['annual_revenue'] },
  },
  {
    name: 'Accounts by Country',
    category: 'charts',
    columns: [],
    chart: { kind: 'geo', groupBy: 'country', sums: [] },
  },
  {
    name: 'Deleted Accounts',
    category: 'administration',
    showsDeleted: true,
    columns: ['name*', 'modified', 'deleted'],
  },
]);

const peopleListViews = defineListViews('crm/peoples', [
  {
    name: 'All People',
    category: 'general',
    isDefault: true,
    columns: [
      'id-',
      'business_key*',
      'first_name',
      'last_name',
      'job_title',
      account,
      'email',
      'phone',
      'city',
      country,
      owner,
    ],
  },
  {
    name: 'People by Name',
    category: 'general',
    sort: 'last_name',
    columns: [{ ...name, link: true }, account, 'email'],
  },
  { name: 'Birthdays', category: 'general', sort: 'birthday', columns: ['birthday', { ...name, link: true }, 'phone'] },
  {
    name: 'Recently Changed',
    category: 'general',
    sort: '-modified',
    columns: ['business_key*', name, 'modified', 'revision'],
  },
  { name: 'My People', category: 'mine', filters: [mine], columns: ['business_key*', name, 'phone', 'email'] },
  {
    name: 'Newsletter',
    category: 'sales',
    filters: [{ column: 'newsletter', oneOf: [1] }],
    columns: ['email*', name, 'languages'],
  },
  { name: 'By E-mail', category: 'sales', sort: 'email', columns: ['email*', name] },
  { name: 'People by Country', category: 'charts', columns: [], chart: { kind: 'geo', groupBy: 'country', sums: [] } },
  {
    name: 'Newcomers by Month',
    category: 'charts',
    columns: [],
    chart: { kind: 'line', groupBy: 'created', byMonth: true, sums: [] },
  },
  {
    name: 'Deleted People',
    category: 'administration',
    showsDeleted: true,
    columns: ['business_key*', name, 'modified', 'deleted'],
  },
]);

const lead: ShownColumn = { name: 'lead_id', alias: 'Lead' };

const activityListViews = defineListViews('crm/activities', [
  {
    name: 'All Activities',
    category: 'general',
    isDefault: true,
    columns: [
      'id-',
      'subject*',
      { name: 'activity_type', alias: 'Type' },
      'state',
      lead,
      { name: 'people_id', alias: 'Person' },
      'due_at',
      'minutes+',
      'cost+',
      owner,
    ],
  },
  {
    name: 'Planned',
    category: 'general',
    filters: [{ column: 'state', oneOf: [0] }],
    sort: 'due_at',
    columns: ['due_at', 'subject*', lead, owner],
  },
  {
    name: 'Done',
    category: 'general',
    filters: [{ column: 'state', oneOf: [1] }],
    sort: '-due_at',
    columns: ['due_at', 'subject*', lead, 'minutes+'],
  },
  {
    name: 'My Activities',
    category: 'mine',
    filters: [mine],
    sort: 'due_at',
    columns: ['due_at', 'subject*', lead, 'state'],
  },
  {
    name: 'My Plan',
    category: 'mine',
    filters: [mine, { column: 'state', oneOf: [0] }],
    sort: 'due_at',
    columns: ['due_at', 'subject*', lead],
  },
  {
    name: 'Calls',
    category: 'sales',
    filters: [{ column: 'activity_type', oneOf: [0] }],
    columns: ['subject*', lead, 'due_at', 'minutes+'],
  },
  {
    name: 'Meetings',
    category: 'sales',
    filters: [{ column: 'activity_type', oneOf: [2] }],
    columns: ['subject*', lead, 'due_at', 'minutes+'],
  },
  {
    name: 'Billable',
    category: 'sales',
    filters: [{ column: 'is_billable', oneOf: [1] }],
    columns: ['subject*', lead, 'minutes+', 'cost+'],
  },
  {
    name: 'Activities by Type',
    category: 'charts',
    columns: [],
    chart: { kind: 'pie', groupBy: 'activity_type', sums: ['minutes'] },
  },
  {
    name: 'Activities by Month',
    category: 'charts',
    columns: [],
    chart: { kind: 'line', groupBy: 'due_at', byMonth: true, sums: ['cost'] },
  },
  {
    name: 'Deleted Activities',
    category: 'administration',
    showsDeleted: true,
    columns: ['subject*', 'modified', 'deleted'],
  },
]);

const userListViews = defineListViews('access_controls/users', [
  {
    name: 'All Users',
    category: 'general',
    isDefault: true,
    columns: [
      'id-',
      'user_name*',
      'first_name',
      'last_name',
      'email',
      { name: 'role_id', alias: 'Role' },
      'status',
      'last_login',
    ],
  },
  { name: 'By Name', category: 'general', sort: 'last_name', columns: [{ ...name, link: true }, 'email', 'phone'] },
  { name: 'Recently Seen', category: 'general', sort: '-last_login', columns: ['user_name*', 'last_login'] },
  {
    name: 'Administrators',
    category: 'administration',
    filters: [{ column: 'role_id', oneOf: [0] }],
    columns: ['user_name*', 'email', 'status'],
  },
  {
    name: 'Clerks',
    category: 'administration',
    filters: [{ column: 'role_id', oneOf: [1] }],
    columns: ['user_name*', 'email', 'status'],
  },
  {
    name: 'Readers',
    category: 'administration',
    filters: [{ column: 'role_id', oneOf: [2] }],
    columns: ['user_name*', 'email', 'status'],
  },
  {
    name: 'Locked',
    category: 'administration',
    filters: [{ column: 'status', oneOf: [1] }],
    columns: ['user_name*', 'email'],
  },
  { name: 'Users by Role', category: 'charts', columns: [], chart: { kind: 'pie', groupBy: 'role_id', sums: [] } },
]);

export const otherListViews = [...accountListViews, ...peopleListViews, ...activityListViews, ...userListViews];
