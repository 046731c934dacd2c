import * as lists from './choiceLists.ts';
import { firstName, lastName, systemColumns, type Column } from './column.ts';
import { roleChoices } from './roles.ts';

const id: Column = { name: 'id', label: 'Id', kind: 'id', sortable: true, access: 'system' };
const businessKey: Column = {
  name: 'business_key',
  label: 'Business Key',
  kind: 'text',
  sortable: true,
  unique: true,
  maxLength: 40,
  help: 'Left empty, the service gives the next number.',
};
const city: Column = { name: 'city', label: 'City', kind: 'text', sortable: true, searched: true, maxLength: 80 };
const country: Column = {
  name: 'country',
  label: 'Country',
  kind: 'choice',
  sortable: true,
  choices: lists.countryChoices,
};

export const accountColumns: readonly Column[] = [
  id,
  businessKey,
  { name: 'name', label: 'Name', kind: 'text', sortable: true, searched: true, required: true, maxLength: 160 },
  {
    name: 'account_type',
    label: 'Account Type',
    kind: 'choice',
    sortable: true,
    choices: lists.accountTypes,
    required: true,
  },
  { name: 'industry', label: 'Industry', kind: 'choice', sortable: true, choices: lists.industries },
  { name: 'website', label: 'Website', kind: 'url', maxLength: 200 },
  { name: 'phone', label: 'Phone', kind: 'phone', maxLength: 40 },
  { name: 'employees', label: 'Employees', kind: 'integer', sortable: true, min: 0 },
  { name: 'annual_revenue', label: 'Annual Revenue', kind: 'money', sortable: true, access: 'finance' },
  city,
  country,
  { name: 'parent_id', label: 'Parent Account', kind: 'reference', references: 'accounts' },
  { name: 'description', label: 'Description', kind: 'longText', maxLength: 20_000 },
  ...systemColumns,
];

export const peopleColumns: readonly Column[] = [
  id,
  businessKey,
  firstName,
  lastName,
  { name: 'job_title', label: 'Job Title', kind: 'text', sortable: true, maxLength: 120 },
  { name: 'account_id', label: 'Account', kind: 'reference', references: 'accounts' },
  { name: 'email', label: 'E-mail', kind: 'email', sortable: true, searched: true, maxLength: 160 },
  { name: 'phone', label: 'Phone', kind: 'phone', maxLength: 40 },
  { name: 'birthday', label: 'Birthday', kind: 'date', sortable: true },
  { name: 'languages', label: 'Languages', kind: 'choices', choices: lists.languages },
  { name: 'newsletter', label: 'Newsletter', kind: 'boolean' },
  city,
  country,
  { name: 'notes', label: 'Notes', kind: 'longText', maxLength: 20_000 },
  ...systemColumns,
];

export const activityColumns: readonly Column[] = [
  id,
  businessKey,
  { name: 'subject', label: 'Subject', kind: 'text', sortable: true, searched: true, required: true, maxLength: 200 },
  {
    name: 'activity_type',
    label: 'Type',
    kind: 'choice',
    sortable: true,
    choices: lists.activityTypes,
    required: true,
  },
  { name: 'state', label: 'State', kind: 'choice', sortable: true, choices: lists.activityStates },
  { name: 'lead_id', label: 'Lead', kind: 'reference', references: 'leads', required: true },
  { name: 'people_id', label: 'Person', kind: 'reference', references: 'peoples' },
  { name: 'due_at', label: 'Due', kind: 'dateTime', sortable: true },
  { name: 'minutes', label: 'Minutes', kind: 'integer', sortable: true, min: 0, max: 100_000 },
  { name: 'is_billable', label: 'Billable', kind: 'boolean' },
  { name: 'cost', label: 'Cost', kind: 'money', sortable: true, access: 'finance' },
  { name: 'outcome', label: 'Outcome', kind: 'longText', maxLength: 20_000 },
  ...systemColumns,
];

export const userColumns: readonly Column[] = [
  id,
  businessKey,
  {
    name: 'user_name',
    label: 'User Name',
    kind: 'text',
    sortable: true,
    searched: true,
    required: true,
    unique: true,
    maxLength: 40,
  },
  firstName,
  lastName,
  { name: 'email', label: 'E-mail', kind: 'email', sortable: true, searched: true, maxLength: 160 },
  { name: 'phone', label: 'Phone', kind: 'phone', maxLength: 40 },
  { name: 'role_id', label: 'Role', kind: 'choice', choices: roleChoices, required: true, access: 'finance' },
  { name: 'status', label: 'Status', kind: 'choice', sortable: true, choices: lists.userStates, access: 'finance' },
  { name: 'manager_id', label: 'Manager', kind: 'reference', references: 'users', access: 'finance' },
  { name: 'time_zone', label: 'Time Zone', kind: 'choice', choices: lists.timeZones },
  { name: 'last_login', label: 'Last Login', kind: 'dateTime', sortable: true, access: 'system' },
  ...systemColumns,
];
