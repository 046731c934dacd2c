/* Models and initial records of the service built from the interface alone. */

type Value = string | null | readonly Values[];
export interface Values {
  [key: string]: Value;
}

/** Adjacent ids beyond double precision. */
export const bigIds = ['9007199254740993', '9007199254740994'] as const;

export interface Model {
  readonly alias: string;
  readonly singular: string;
  readonly className: string;
  readonly display: string;
  readonly fields: readonly ModelField[];
  readonly associations?: readonly ModelAssociation[];
}

export interface ModelField {
  readonly key: string;
  readonly label: string;
  readonly template?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly references?: string;
  /** Fields of a row, for a sub-table. */
  readonly rows?: readonly ModelField[];
  readonly permission?: number;
  readonly isRequired?: boolean;
  readonly searchable?: boolean;
}

export interface ModelAssociation {
  readonly name: string;
  readonly label?: string;
  readonly controller: string;
  readonly foreignKey: string;
}

const phoneTypes = { m: 'Mobile', w: 'Work' };

export const models: Readonly<Record<string, Model>> = {
  'crm/leads': {
    alias: 'leads',
    singular: 'Lead',
    className: '\\Crm\\Model\\Leads',
    display: 'last_name',
    fields: [
      { key: 'first_name', label: 'First Name' },
      { key: 'last_name', label: 'Last Name', isRequired: true },
      { key: 'country', label: 'Country', template: 'select', options: { DE: 'Germany', PT: 'Portugal' } },
      { key: 'due', label: 'Due', template: 'date', searchable: false },
      { key: 'owner_id', label: 'Owner', references: 'access_controls/users' },
      { key: 'contact_id', label: 'Main Contact', references: 'crm/peoples' },
      { key: 'score', label: 'Score', permission: 4 },
      {
        key: 'phone_numbers',
        label: 'Phone Numbers',
        rows: [
          { key: 'number', label: 'Number', isRequired: true },
          { key: 'type', label: 'Type', template: 'select', options: phoneTypes },
        ],
      },
      { key: 'email_addresses', label: 'Email Addresses', rows: [{ key: 'email', label: 'Email', isRequired: true }] },
    ],
    associations: [
      { name: 'contacts', label: 'Contacts', controller: 'crm/peoples', foreignKey: 'lead_id' },
      { name: 'referrers', controller: 'crm/peoples', foreignKey: 'referred_lead_id' },
    ],
  },
  'crm/peoples': {
    alias: 'peoples',
    singular: 'Person',
    className: '\\Crm\\Model\\Peoples',
    display: 'name',
    fields: [
      { key: 'name', label: 'Name', isRequired: true },
      { key: 'lead_id', label: 'Lead', references: 'crm/leads' },
      { key: 'referred_lead_id', label: 'Referred Lead', references: 'crm/leads' },
    ],
  },
  'access_controls/users': {
    alias: 'users',
    singular: 'User',
    className: '\\AccessControls\\Model\\Users',
    display: 'name',
    fields: [{ key: 'name', label: 'Name', isRequired: true }],
  },
};

export function initialRecords(): Map<string, Map<string, Values>> {
  const lead = (id: string, values: Values): [string, Values] => [
    id,
    {
      id,
      deleted: '0',
      country: 'DE',
      due: '2026-12-24',
      score: '7',
      phone_numbers: [],
      email_addresses: [],
      ...values,
    },
  ];
  const leads = new Map([
    lead('l1', {
      first_name: 'Mia',
      last_name: 'Smith',
      owner_id: bigIds[0],
      contact_id: 'p1',
      phone_numbers: [
        { id: '31', number: '0170 1', type: 'm' },
        { id: '32', number: '030 2', type: 'w' },
      ],
    }),
    lead('l2', { first_name: 'Tom', last_name: 'Locked', owner_id: bigIds[0], contact_id: null, _edit: '0' }),
    lead('l3', { first_name: 'Eva', last_name: 'Lasting', owner_id: bigIds[1], contact_id: null, _delete: '0' }),
    lead('l4', { first_name: 'Old', last_name: 'Gone', owner_id: bigIds[1], contact_id: null, deleted: '1' }),
    ...Array.from({ length: 40 }, (_, index) =>
      lead(`m${index}`, { first_name: 'Many', last_name: `Lead ${index}`, owner_id: bigIds[0], contact_id: null }),
    ),
  ]);
  const person = (
    id: string,
    name: string,
    lead_id: string | null,
    referred_lead_id: string | null,
  ): [string, Values] => [id, { id, deleted: '0', name, lead_id, referred_lead_id }];
  const peoples = new Map([
    person('p1', 'Ada Contact', 'l1', null),
    person('p2', 'Bob Contact', 'l1', 'l3'),
    person('p3', 'Cleo Referrer', 'l3', 'l1'),
  ]);
  const user = (id: string, name: string): [string, Values] => [id, { id, deleted: '0', name }];
  const users = new Map([user(bigIds[0], 'Carlos Núñez'), user(bigIds[1], 'Dana Ito'), user('17', 'Carla Moss')]);
  return new Map([
    ['crm/leads', leads],
    ['crm/peoples', peoples],
    ['access_controls/users', users],
  ]);
}

/** One list view per controller. */
export function listViewsOf(alsoLists: readonly string[]): Values[] {
  return [...Object.keys(models), ...alsoLists].map((controller, index) => ({
    id: `0000000${index}-0000-4000-8000-000000000000`,
    name: 'All',
    controller,
    category_name: 'Everything',
    is_default: '1',
    _acl_comment: null,
    _acl_edit: index === 0 ? '|7|admins|' : null,
    _acl_tmp_edit: null,
    _acl_delete: null,
    _acl_tmp_delete: null,
  }));
}
