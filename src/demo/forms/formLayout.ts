import type { Controller } from '../catalog/controller.ts';

/** Where a form shows its fields. Containers nest as deep as a form likes. */
export interface Container {
  readonly label: string;
  readonly template: 'section' | 'tabs' | 'tab' | 'group' | 'split';
  /** Nobody edits what stands in here, unless a field says otherwise for itself. */
  readonly isReadOnly?: true;
  /** Names of columns, or containers. */
  readonly content: readonly (string | Container)[];
}

const system: Container = {
  label: 'System',
  template: 'section',
  isReadOnly: true,
  content: [
    'business_key',
    'owned_by',
    {
      label: 'History',
      template: 'group',
      content: ['created', 'created_by', 'modified', 'modified_by', 'revision', 'primary_acl_group', 'deleted'],
    },
  ],
};

const leadLayout: readonly Container[] = [
  {
    label: 'Person',
    template: 'split',
    content: [
      {
        label: 'Name',
        template: 'group',
        content: ['salutation', 'first_name', 'middle_name', 'last_name', 'birthday'],
      },
      {
        label: 'Work',
        template: 'group',
        content: ['job_title', 'department', 'company', 'account_id', 'referred_by'],
      },
    ],
  },
  {
    label: 'Details',
    template: 'tabs',
    content: [
      {
        label: 'Contact',
        template: 'tab',
        content: [
          'email',
          'secondary_email',
          'phone',
          'mobile',
          'website',
          'profile_url',
          {
            label: 'Address',
            template: 'section',
            content: [
              'street',
              'postal_code',
              'city',
              'state',
              'country',
              'time_zone',
              { label: 'Coordinates', template: 'group', content: ['latitude', 'longitude'] },
            ],
          },
        ],
      },
      {
        label: 'Qualification',
        template: 'tab',
        content: [
          'lead_source',
          'campaign',
          'rating',
          'priority',
          'industry',
          'segment',
          'employees',
          'score',
          'satisfaction',
          'competitor',
          'calls_count',
          'emails_count',
          'visits_count',
        ],
      },
      {
        label: 'Money',
        template: 'tab',
        content: [
          'annual_revenue',
          'budget',
          'expected_amount',
          'currency',
          'probability',
          'discount',
          'contract_months',
          'tax_number',
        ],
      },
      {
        label: 'Dates',
        template: 'tab',
        content: ['first_contact_date', 'last_contacted_at', 'next_follow_up', 'expected_close_date', 'decision_date'],
      },
      {
        label: 'Preferences',
        template: 'tab',
        content: ['do_not_call', 'email_opt_out', 'newsletter', 'is_vip', 'interests', 'products', 'languages'],
      },
    ],
  },
  { label: 'Texts', template: 'section', content: ['description', 'notes', 'attachment'] },
  { label: 'Workflow', template: 'section', content: ['current_stage', 'stage_remarks', 'closing_remarks'] },
  system,
];

/** A controller without a layout of its own shows its fields in one section, and the system's in another. */
export function layoutOf(controller: Controller): readonly Container[] {
  if (controller.name === 'leads') return leadLayout;
  const inSystem = new Set([
    'id',
    'business_key',
    'owned_by',
    'created',
    'created_by',
    'modified',
    'modified_by',
    'revision',
    'primary_acl_group',
    'deleted',
  ]);
  const fields = controller.columns.map((column) => column.name).filter((name) => !inSystem.has(name));
  const general: Container = { label: 'General', template: 'section', content: fields };
  return controller.name === 'listviews' ? [general] : [general, system];
}
