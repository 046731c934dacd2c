import type { JsonObject } from '../../../src/model/json.ts';

/** Small, with a value for everything that is read, so that damage to any part has an effect. */
const header = (name: string, more: JsonObject = {}): JsonObject => ({
  field_type: 'Data-Field',
  column_name: `leads.${name}`,
  name,
  label: name.toUpperCase(),
  sortable: true,
  searchable: '1',
  is_invisible: '0',
  visible: 1,
  data_type: 'VAR_STRING',
  ...more,
});

const row = (id: string): JsonObject => ({
  'leads.id': id,
  'leads.name': `Lead ${id}`,
  'leads.city': null,
  'leads.deleted': '0',
  'Current Stage': '10 New',
  record_display_name: `Lead ${id}`,
  is_edit: true,
  is_delete: false,
});

const page: JsonObject = {
  errors: [],
  message: [],
  current_listview: 'all',
  listview_name: 'All Leads',
  paginate: {
    alias: 'leads',
    primary_key: 'leads.id',
    display_field: 'leads.name',
    page: 1,
    page_size: '50',
    total_count: '3',
    header: [header('name'), header('city', { data_type: 'INT' }), { alias: 'Current Stage', field_type: 'Expr' }],
    data: [row('1'), row('2'), row('3')],
  },
};

const listViews: JsonObject = {
  errors: [],
  paginate: {
    headers: [],
    total_count: 2,
    data: [
      { id: 'a', name: 'All', controller: 'crm/leads', category_name: 'Mine', is_default: '1', query: '{}' },
      { 'listviews.id': 'b', name: 'By city', controller: 'crm/leads', query: '{"ui_helper":"pie"}' },
    ],
  },
};

const element = (name: string, more: JsonObject = {}): JsonObject => ({
  name: ['leads', name],
  __name: `leads.${name}`,
  label: name,
  template: 'text',
  permission: 2,
  ...more,
});

const form: JsonObject = {
  errors: [],
  message: ['Hello'],
  data: {
    leads: {
      id: '7',
      name: 'Lead 7',
      city: 'Goa',
      owner: '1',
      __owner: 'Ann',
      owner_model: 'users',
      rows: [{ id: '1', zip: '9' }],
    },
  },
  id: '7',
  alias: 'leads',
  name: 'Lead 7',
  singular: 'Lead',
  primary_key: 'id',
  is_editable: 1,
  is_deletable: '1',
  permissions: { leads: { city: 2 } },
  filterRules: { leads: { city: [{ rule: ['maxLength', 5], message: 'long' }, 'notEmpty'] } },
  notEmptyField: { city: 'Say where' },
  model_associations: { hasMany: { notes: { model_class: 'x', controller: 'crm/notes' } } },
  form: {
    permission: 2,
    labels: { city: 'Town' },
    field_configurations: { city: { help: 'x' } },
    elements: [
      element('name', { permission: 4 }),
      { label: 'Address', permission: 0, children: [element('city', { required: '1' })] },
      element('owner', { controller: 'access_controls/users', options: [{ text: 'A', value: '1' }] }),
      { name: ['action', 'save_progress'], label: 'Save', template: 'submit', is_web_compatible: '1' },
    ],
  },
};

const signup: JsonObject = {
  ...form,
  data: { users: { related_entity: [], addresses: [], owned_by: null } },
  timezones: { UTC: 'UTC' },
  locales: [{ text: 'English', value: 'en' }],
  themes: { light: [{ text: 'Light', value: 'light/plain' }] },
  currencies: [{ text: 'EUR', value: '1' }],
  signup_roles: [{ text: 'Guest', value: 'r' }],
  is_multi_tenant: 1,
  allow_public_signup: '1',
};

const license: JsonObject = { errors: [], message: [], license_agreement: '<h1>Terms</h1><p>None.</p>', data: [] };

const refused: JsonObject = {
  errors: [{ field: 'city', message: 'no' }, 'why', { name: ['leads', 'name'], text: 'x' }],
  message: { a: 'b' },
};

export const goodAnswers = {
  page: JSON.stringify(page),
  listViews: JSON.stringify(listViews),
  form: JSON.stringify(form),
  signup: JSON.stringify(signup),
  license: JSON.stringify(license),
  refused: JSON.stringify(refused),
} as const;
