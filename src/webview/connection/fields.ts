import type { DraftField } from '../../model/connectionDraft.ts';

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
const idsAs = [
  ['repeated', 'One parameter for each id'],
  ['comma', 'All ids in one, separated by commas'],
] as const;

function bulkFields(work: 'Edit' | 'Delete'): Field[] {
  const [first, second] = work === 'Edit' ? [methods.post, methods.get] : [methods.get, methods.post];
  const doing = work === 'Edit' ? 'edited' : 'deleted';
  return [
    {
      key: `bulk${work}Path`,
      label: `Bulk ${work.toLowerCase()}: path`,
      help: `Under the address; {module} and {controller} are filled in. Leave it empty, and records are ${doing} one by one.`,
      kind: 'text',
      placeholder: `{module}/{controller}/${work.toLowerCase()}_selected.json`,
    },
    {
      key: `bulk${work}Method`,
      label: `Bulk ${work.toLowerCase()}: method`,
      help: 'How the request is sent.',
      kind: 'choice',
      choices: [first, second],
    },
    {
      key: `bulk${work}Ids`,
      label: `Bulk ${work.toLowerCase()}: parameter`,
      help: 'The name of the parameter that carries the ids of the records.',
      kind: 'text',
      placeholder: 'ids[]',
    },
    {
      key: `bulk${work}IdsAs`,
      label: `Bulk ${work.toLowerCase()}: ids`,
      help: 'How several ids are written.',
      kind: 'choice',
      choices: idsAs,
    },
  ];
}

export const sections: readonly Section[] = [
  {
    title: 'Connection',
    fields: [
      { key: 'name', label: 'Name', help: 'What the connection is called in the tree and on tabs.', kind: 'text' },
      {
        key: 'baseUrl',
        label: 'Address',
        help: 'Where the service is. A token belongs to its address: at a new one you are asked for it anew.',
        kind: 'text',
        placeholder: 'https://records.example.com',
      },
      {
        key: 'colour',
        label: 'Colour',
        help: 'Marks the connection in the tree and in the status bar, such as red for production.',
        kind: 'choice',
        choices: [
          ['', 'None'],
          ['red', 'Red'],
          ['orange', 'Orange'],
          ['yellow', 'Yellow'],
          ['green', 'Green'],
          ['blue', 'Blue'],
          ['purple', 'Purple'],
        ],
      },
      {
        key: 'readOnly',
        label: 'Read-only',
        help: 'Refuses every change through this connection, whoever asks for it.',
        kind: 'switch',
      },
    ],
  },
  {
    title: 'What the service expects',
    help: 'The interface of the service leaves these open. Change them if whoever runs it says so.',
    fields: [
      {
        key: 'pathSuffix',
        label: 'Path suffix',
        help: 'Whether the paths of the service end in .json.',
        kind: 'choice',
        choices: [
          ['asDocumented', 'As its interface prints them'],
          ['always', 'Always .json'],
          ['never', 'Never'],
        ],
      },
      {
        key: 'deleteMethod',
        label: 'Delete method',
        help: 'How a record is deleted. Automatic sends POST, and GET to a service that does not know POST.',
        kind: 'choice',
        choices: [
          ['auto', 'Automatic'],
          ['post', 'POST'],
          ['get', 'GET'],
        ],
      },
      {
        key: 'emptyValue',
        label: 'Empty value',
        help: 'What is sent for a field that was emptied.',
        kind: 'choice',
        choices: [
          ['null', 'The text null'],
          ['empty', 'Nothing'],
        ],
      },
    ],
  },
  {
    title: 'Bulk endpoints',
    help: 'What these take and answer is not part of the interface, so they are used only if you name them.',
    fields: [...bulkFields('Edit'), ...bulkFields('Delete')],
  },
  {
    title: 'Network',
    fields: [
      {
        key: 'timeoutSeconds',
        label: 'Time-out',
        help: 'How many seconds to wait for an answer. Empty: the setting for all connections.',
        kind: 'number',
      },
      {
        key: 'pageSize',
        label: 'Page size',
        help: 'How many records to ask for at once; the service may send fewer. Empty: the setting for all connections.',
        kind: 'number',
      },
      {
        key: 'extraCa',
        label: 'Extra certificate authority',
        help: 'A further authority to trust for this service: the path of a PEM file, or its text.',
        kind: 'lines',
      },
      {
        key: 'proxy',
        label: 'Proxy',
        help: 'The address of a proxy for this service. Empty: the setting http.proxy and the environment.',
        kind: 'text',
        placeholder: 'http://proxy.example.com:8080',
      },
    ],
  },
];
