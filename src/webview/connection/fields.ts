import { t } from '@vscode/l10n';
import type { DraftField } from '../../model/connection/connectionDraft.ts';

/** One field of the form, and the sentence that explains it. */
export interface Field {
  readonly key: DraftField;
  readonly label: string;
  readonly help: string;
  readonly kind: 'text' | 'number' | 'choice' | 'switch' | 'lines';
  /** Value and words of each choice, the default first. */
  readonly choices?: readonly (readonly [value: string, words: string])[];
  readonly placeholder?: string;
}

export interface Section {
  readonly title: string;
  readonly help?: string;
  readonly fields: readonly Field[];
}

const methods = { post: ['post', 'POST'], get: ['get', 'GET'] } as const;

function bulkFields(work: 'Edit' | 'Delete'): Field[] {
  const isEdit = work === 'Edit';
  return [
    {
      key: `bulk${work}Path`,
      label: isEdit ? t('Bulk edit: path') : t('Bulk delete: path'),
      help: isEdit
        ? t(
            'Under the address; {module} and {controller} are filled in. Leave it empty, and records are edited one by one.',
          )
        : t(
            'Under the address; {module} and {controller} are filled in. Leave it empty, and records are deleted one by one.',
          ),
      kind: 'text',
      placeholder: `{module}/{controller}/${work.toLowerCase()}_selected.json`,
    },
    {
      key: `bulk${work}Method`,
      label: isEdit ? t('Bulk edit: method') : t('Bulk delete: method'),
      help: t('How the request is sent.'),
      kind: 'choice',
      choices: isEdit ? [methods.post, methods.get] : [methods.get, methods.post],
    },
    {
      key: `bulk${work}Ids`,
      label: isEdit ? t('Bulk edit: parameter') : t('Bulk delete: parameter'),
      help: t('The name of the parameter that carries the ids of the records.'),
      kind: 'text',
      placeholder: 'ids[]',
    },
    {
      key: `bulk${work}IdsAs`,
      label: isEdit ? t('Bulk edit: ids') : t('Bulk delete: ids'),
      help: t('How several ids are written.'),
      kind: 'choice',
      choices: [
        ['repeated', t('One parameter for each id')],
        ['comma', t('All ids in one, separated by commas')],
      ],
    },
  ];
}

export function sections(): readonly Section[] {
  return [
    {
      title: t('Connection'),
      fields: [
        {
          key: 'name',
          label: t('Name'),
          help: t('What the connection is called in the tree and on tabs.'),
          kind: 'text',
        },
        {
          key: 'baseUrl',
          label: t('Address'),
          help: t('Where the service is. A token belongs to its address: after a change you are asked for it again.'),
          kind: 'text',
          placeholder: 'https://records.example.com',
        },
        {
          key: 'color',
          label: t('Color'),
          help: t('Marks the connection in the tree and in the status bar, such as red for production.'),
          kind: 'choice',
          choices: [
            ['', t('None')],
            ['red', t('Red')],
            ['orange', t('Orange')],
            ['yellow', t('Yellow')],
            ['green', t('Green')],
            ['blue', t('Blue')],
            ['purple', t('Purple')],
          ],
        },
        {
          key: 'readOnly',
          label: t('Read-only'),
          help: t('Refuses every change through this connection, whoever asks for it.'),
          kind: 'switch',
        },
      ],
    },
    {
      title: t('What the service expects'),
      help: t('The interface of the service leaves these open. Change them if whoever runs it says so.'),
      fields: [
        {
          key: 'pathSuffix',
          label: t('Path suffix'),
          help: t('Whether the paths of the service end in .json.'),
          kind: 'choice',
          choices: [
            ['asDocumented', t('As its interface prints them')],
            ['always', t('Always .json')],
            ['never', t('Never')],
          ],
        },
        {
          key: 'deleteMethod',
          label: t('Delete method'),
          help: t('How a record is deleted. Automatic sends POST, and GET to a service that does not know POST.'),
          kind: 'choice',
          choices: [
            ['auto', t('Automatic')],
            ['post', 'POST'],
            ['get', 'GET'],
          ],
        },
        {
          key: 'emptyValue',
          label: t('Empty value'),
          help: t('What is sent for a field that was emptied.'),
          kind: 'choice',
          choices: [
            ['null', t('The text null')],
            ['empty', t('Nothing')],
          ],
        },
      ],
    },
    {
      title: t('Bulk endpoints'),
      help: t('What these take and answer is not part of the interface, so they are used only if you name them.'),
      fields: [...bulkFields('Edit'), ...bulkFields('Delete')],
    },
    {
      title: t('Network'),
      fields: [
        {
          key: 'timeoutSeconds',
          label: t('Time-out'),
          help: t('How many seconds to wait for an answer. Empty: the setting for all connections.'),
          kind: 'number',
        },
        {
          key: 'pageSize',
          label: t('Page size'),
          help: t(
            'How many records to ask for at once; the service may send fewer. Empty: the setting for all connections.',
          ),
          kind: 'number',
        },
        {
          key: 'extraCa',
          label: t('Extra certificate authority'),
          help: t('A further authority to trust for this service: the path of a PEM file, or its text.'),
          kind: 'lines',
        },
        {
          key: 'proxy',
          label: t('Proxy'),
          help: t('The address of a proxy for this service. Empty: the setting http.proxy and the environment.'),
          kind: 'text',
          placeholder: 'http://proxy.example.com:8080',
        },
      ],
    },
  ];
}
