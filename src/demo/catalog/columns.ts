import * as lists from './choiceLists.ts';
import type { DemoColumn, DemoColumnKind } from './column.ts';

const sortable = true;
const searched = true;
const required = true;
const unique = true;

/** Derives the label from the name unless a `label` is given: `owned_by` Owned By, `account_id` Account. */
function column(name: string, kind: DemoColumnKind, more: Partial<DemoColumn> = {}): DemoColumn {
  const words = name.replace(/_id$/, '').split('_');
  const label = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return { name, label, kind, ...more };
}

const system = (name: string, kind: DemoColumnKind, more: Partial<DemoColumn> = {}): DemoColumn =>
  column(name, kind, { access: 'system', ...more });
const money = (name: string, more: Partial<DemoColumn> = {}): DemoColumn =>
  column(name, 'money', { sortable, access: 'finance', ...more });
const reference = (name: string, references: string, more: Partial<DemoColumn> = {}): DemoColumn =>
  column(name, 'reference', { references, ...more });

const id = system('id', 'id', { sortable });
const businessKey = column('business_key', 'text', { sortable, unique, maxLength: 40 });
const firstName = column('first_name', 'text', { sortable, searched, maxLength: 80 });
const lastName = column('last_name', 'text', { sortable, searched, required, maxLength: 120 });
const email = column('email', 'email', { label: 'E-mail', sortable, searched, maxLength: 160 });
const phone = column('phone', 'phone', { maxLength: 40 });
const city = column('city', 'text', { sortable, searched, maxLength: 80 });
const country = column('country', 'choice', { sortable, choices: lists.countryNames });
const industry = column('industry', 'choice', { sortable, choices: lists.industries });
const timeZone = column('time_zone', 'choice', { choices: lists.timeZones });
const languages = column('languages', 'choices', { choices: lists.spokenLanguages });

/** Columns of every record, regardless of the controller. */
const systemColumns: readonly DemoColumn[] = [
  system('created', 'dateTime', { sortable }),
  system('created_by', 'reference', { references: 'users' }),
  system('modified', 'dateTime', { sortable }),
  system('modified_by', 'reference', { references: 'users' }),
  reference('owned_by', 'users'),
  system('primary_acl_group', 'reference', { label: 'Primary ACL Group', references: 'groups' }),
  system('revision', 'integer'),
  system('deleted', 'boolean'),
];

export const leadColumns: readonly DemoColumn[] = [
  id,
  { ...businessKey, searched },
  column('salutation', 'choice', { choices: lists.salutations }),
  firstName,
  column('middle_name', 'text', { maxLength: 80 }),
  lastName,
  column('job_title', 'text', { maxLength: 120 }),
  column('department', 'choice', { choices: lists.departments }),
  column('company', 'text', { sortable, searched, maxLength: 160 }),
  reference('account_id', 'accounts'),
  email,
  column('secondary_email', 'email', { label: 'Second E-mail', maxLength: 160 }),
  { ...phone, searched },
  column('mobile', 'phone', { maxLength: 40 }),
  column('website', 'url', { maxLength: 200 }),
  column('profile_url', 'url', { label: 'Profile', maxLength: 200 }),
  column('lead_source', 'choice', { sortable, choices: lists.sources }),
  column('campaign', 'text', { maxLength: 80 }),
  system('current_stage', 'choice', { sortable, choices: lists.stages }),
  column('rating', 'choice', { sortable, choices: lists.ratings }),
  column('priority', 'choice', { sortable, required, choices: lists.priorities }),
  industry,
  column('segment', 'choice', { choices: lists.segments }),
  money('annual_revenue'),
  column('employees', 'integer', { sortable, min: 0, max: 10_000_000 }),
  money('budget', { min: 0 }),
  money('expected_amount'),
  column('currency', 'choice', { choices: lists.currencies, access: 'finance' }),
  column('probability', 'percent', { sortable, min: 0, max: 100 }),
  column('discount', 'percent', { min: 0, max: 60, access: 'finance' }),
  column('expected_close_date', 'date', { sortable }),
  column('first_contact_date', 'date', { label: 'First Contact', sortable }),
  column('last_contacted_at', 'dateTime', { label: 'Last Contacted', sortable }),
  column('next_follow_up', 'dateTime', { label: 'Next Follow-up', sortable }),
  column('decision_date', 'date'),
  column('birthday', 'date'),
  column('do_not_call', 'boolean'),
  column('email_opt_out', 'boolean', { label: 'E-mail Opt-out' }),
  column('newsletter', 'boolean'),
  column('is_vip', 'boolean', { label: 'VIP', sortable }),
  column('interests', 'choices', { choices: lists.interests }),
  column('products', 'choices', { choices: lists.products }),
  languages,
  column('street', 'text', { maxLength: 160 }),
  city,
  column('state', 'text', { maxLength: 80 }),
  column('postal_code', 'text', { maxLength: 20 }),
  country,
  timeZone,
  column('latitude', 'decimal', { min: -90, max: 90 }),
  column('longitude', 'decimal', { min: -180, max: 180 }),
  column('tax_number', 'text', { maxLength: 40 }),
  column('competitor', 'text', { maxLength: 120 }),
  column('contract_months', 'integer', { min: 0, max: 600 }),
  column('score', 'decimal', { sortable }),
  column('satisfaction', 'decimal', { min: -10, max: 10 }),
  column('calls_count', 'integer', { label: 'Calls', min: 0 }),
  column('emails_count', 'integer', { label: 'E-mails', min: 0 }),
  column('visits_count', 'integer', { label: 'Visits', min: 0 }),
  reference('referred_by', 'peoples'),
  column('description', 'longText', { maxLength: 20_000 }),
  column('notes', 'longText', { label: 'Internal Notes', maxLength: 20_000 }),
  column('attachment', 'file', { maxLength: 200 }),
  column('stage_remarks', 'longText', { maxLength: 2000 }),
  column('closing_remarks', 'longText', { maxLength: 2000, access: 'closing' }),
  ...systemColumns,
];

export const accountColumns: readonly DemoColumn[] = [
  id,
  businessKey,
  column('name', 'text', { sortable, searched, required, maxLength: 160 }),
  column('account_type', 'choice', { sortable, required, choices: lists.accountTypes }),
  industry,
  column('website', 'url', { maxLength: 200 }),
  phone,
  column('employees', 'integer', { sortable, min: 0 }),
  money('annual_revenue'),
  city,
  country,
  reference('parent_id', 'accounts', { label: 'Parent Account' }),
  column('description', 'longText', { maxLength: 20_000 }),
  ...systemColumns,
];

export const peopleColumns: readonly DemoColumn[] = [
  id,
  businessKey,
  firstName,
  lastName,
  column('job_title', 'text', { sortable, maxLength: 120 }),
  reference('account_id', 'accounts'),
  email,
  phone,
  column('birthday', 'date', { sortable }),
  languages,
  column('newsletter', 'boolean'),
  city,
  country,
  column('notes', 'longText', { maxLength: 20_000 }),
  ...systemColumns,
];

export const activityColumns: readonly DemoColumn[] = [
  id,
  businessKey,
  column('subject', 'text', { sortable, searched, required, maxLength: 200 }),
  column('activity_type', 'choice', { label: 'Type', sortable, required, choices: lists.activityTypes }),
  column('state', 'choice', { sortable, choices: lists.activityStates }),
  reference('lead_id', 'leads', { required }),
  reference('people_id', 'peoples', { label: 'Person' }),
  column('due_at', 'dateTime', { label: 'Due', sortable }),
  column('minutes', 'integer', { sortable, min: 0, max: 100_000 }),
  column('is_billable', 'boolean', { label: 'Billable' }),
  money('cost'),
  column('outcome', 'longText', { maxLength: 20_000 }),
  ...systemColumns,
];

export const userColumns: readonly DemoColumn[] = [
  id,
  businessKey,
  column('user_name', 'text', { sortable, searched, required, unique, maxLength: 40 }),
  firstName,
  lastName,
  email,
  phone,
  column('role_id', 'choice', { required, choices: lists.roleIds, choiceTexts: lists.roleTexts, access: 'finance' }),
  column('status', 'choice', { sortable, choices: lists.userStates, access: 'finance' }),
  reference('manager_id', 'users', { access: 'finance' }),
  timeZone,
  system('last_login', 'dateTime', { sortable }),
  ...systemColumns,
];

/** The columns of `core/listviews`. The catalog contains the list views themselves, so none are stored. */
export const listViewColumns: readonly DemoColumn[] = [
  system('id', 'text'),
  system('name', 'text', { sortable }),
  system('controller', 'text', { sortable }),
  system('is_default', 'boolean', { label: 'Default', sortable }),
  system('sequence', 'integer', { sortable }),
  system('query', 'longText'),
];
