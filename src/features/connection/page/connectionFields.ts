import { t } from '@vscode/l10n';
import { dateFormats } from '../../../model/connection/connection.ts';
import type { DraftField } from '../../../model/connection/connectionInput.ts';
import type { ConnectionFormStart } from '../connectionProtocol.ts';
import type { PageField, PageSection } from '../../common/page/fields/fieldsPage.ts';

const methods = { post: { value: 'post', text: 'POST' }, get: { value: 'get', text: 'GET' } } as const;

function bulkFields(work: 'Edit' | 'Delete'): PageField<DraftField>[] {
  const isEdit = work === 'Edit';
  return [
    {
      key: `bulk${work}Path`,
      label: isEdit ? t('Bulk edit: path') : t('Bulk delete: path'),
      help: isEdit
        ? t(
            'Relative to the address; {module} and {controller} are filled in. If empty, records are edited one by one.',
          )
        : t(
            'Relative to the address; {module} and {controller} are filled in. If empty, records are deleted one by one.',
          ),
      kind: 'text',
      placeholder: `{module}/{controller}/${work.toLowerCase()}_selected.json`,
    },
    {
      key: `bulk${work}Method`,
      label: isEdit ? t('Bulk edit: method') : t('Bulk delete: method'),
      help: t('How the request is sent.'),
      kind: 'choice',
      options: isEdit ? [methods.post, methods.get] : [methods.get, methods.post],
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
      options: [
        { value: 'repeated', text: t('One parameter for each id') },
        { value: 'comma', text: t('One parameter with all ids, separated by commas') },
      ],
    },
  ];
}

export function connectionSections(
  { lookUps, usual }: Pick<ConnectionFormStart, 'lookUps' | 'usual'>,
  isBulkOpen: () => boolean,
): PageSection<DraftField>[] {
  const sections: PageSection<DraftField>[] = [
    {
      title: t('Connection'),
      fields: [
        {
          key: 'name',
          label: t('Name'),
          help: t('The name of the connection in the tree and on tabs.'),
          kind: 'text',
          isRequired: true,
        },
        {
          key: 'baseUrl',
          label: t('Address'),
          help: t(
            'The URL of the service. The token belongs to this address: after a change you are asked for it again.',
          ),
          kind: 'text',
          placeholder: 'https://records.example.com',
          isRequired: true,
          hasAnswer: true,
        },
        {
          key: 'color',
          label: t('Color'),
          help: t('Marks the connection in the tree and in the status bar, such as red for production.'),
          kind: 'choice',
          options: [
            { value: '', text: t('None') },
            { value: 'red', text: t('Red') },
            { value: 'orange', text: t('Orange') },
            { value: 'yellow', text: t('Yellow') },
            { value: 'green', text: t('Green') },
            { value: 'blue', text: t('Blue') },
            { value: 'purple', text: t('Purple') },
          ],
        },
        {
          key: 'readOnly',
          label: t('Read-only'),
          help: t('Rejects every change through this connection, from any source.'),
          kind: 'boolean',
        },
        {
          key: 'languageModels',
          label: t('Language models'),
          help: t(
            'Whether language models in VS Code may read records here and prepare changes for you to save or discard.',
          ),
          kind: 'choice',
          options: [
            { value: 'ask', text: t('Ask once in each conversation') },
            { value: 'off', text: t('Off') },
          ],
        },
      ],
    },
    {
      title: t('What the service expects'),
      help: [t('Services differ in these settings. Leave them as they are unless your administrator says otherwise.')],
      fields: [
        {
          key: 'pathSuffix',
          label: t('Path suffix'),
          help: t('Whether the paths of the service end in .json.'),
          kind: 'choice',
          options: [
            { value: 'asDocumented', text: t('As documented') },
            { value: 'always', text: t('Always .json') },
            { value: 'never', text: t('Never') },
          ],
        },
        {
          key: 'deleteMethod',
          label: t('Delete method'),
          help: t("How to delete a record. Automatic sends POST, and GET to a service that doesn't support POST."),
          kind: 'choice',
          options: [
            { value: 'auto', text: t('Automatic') },
            { value: 'post', text: 'POST' },
            { value: 'get', text: 'GET' },
          ],
        },
        {
          key: 'emptyValue',
          label: t('Empty value'),
          help: t('What to send for a field that was cleared.'),
          kind: 'choice',
          options: [
            { value: 'null', text: t('The text null') },
            { value: 'empty', text: t('An empty string') },
          ],
        },
        {
          key: 'choiceSeparator',
          label: t('Multiple choices'),
          help: t('How to write multiple choices of a field when none of its stored values shows the format.'),
          kind: 'choice',
          options: [
            { value: 'asSeen', text: t('As seen in other values') },
            { value: 'comma', text: t('Separated by commas') },
            { value: 'semicolon', text: t('Separated by semicolons') },
            { value: 'pipe', text: t('Separated by vertical bars') },
            { value: 'newline', text: t('One per line') },
            { value: 'json', text: t('As JSON text') },
            { value: 'list', text: t('One entry for each choice') },
          ],
        },
        {
          key: 'dateFormat',
          label: t('Date format'),
          help: t(
            "How to write dates when stored values don't show the format, such as which part of 05/06/2031 is the month.",
          ),
          kind: 'choice',
          options: dateFormats.map((value) => ({
            value,
            text: value === 'asSeen' ? t('As seen in other values') : value,
          })),
        },
        {
          key: 'saveAction',
          label: t('Save action'),
          help: t(
            'The name of the form button that table cells, bulk edits and Ctrl+S use when a form has no button that only saves. It must do nothing but save.',
          ),
          kind: 'text',
          placeholder: 'save_&_close',
        },
        {
          key: 'relatedKey',
          label: t('Key of related records'),
          help: t("Key used when the service doesn't name one."),
          kind: 'choice',
          options: [
            { value: 'record', text: t('From the parent record') },
            { value: 'related', text: t('From the related record') },
          ],
        },
        {
          key: 'relatedClass',
          label: t('Class of related records'),
          help: t('Model class named in requests for these records.'),
          kind: 'choice',
          options: [
            { value: 'record', text: t('From the parent record') },
            { value: 'related', text: t('From the related record') },
          ],
        },
      ],
    },
    {
      title: t('Look-ups'),
      help: [
        t(
          'References and imports look up records by name or key in one list view per controller: the one with the most records, unless you specify another.',
        ),
        ...lookUps,
      ],
      fields: [
        {
          key: 'lookUpViews',
          label: t('List views'),
          help: t('A controller and a list view that shows all of its records, by name or id, one pair per line.'),
          kind: 'longText',
          placeholder: t('crm/leads: All leads'),
        },
      ],
    },
    {
      title: t('Network'),
      fields: [
        {
          key: 'timeoutSeconds',
          label: t('Timeout'),
          help: t('How many seconds to wait for a response. Empty: the setting for all connections.'),
          kind: 'number',
          placeholder: String(usual.timeoutSeconds),
        },
        {
          key: 'pageSize',
          label: t('Page size'),
          help: t(
            'How many records to request at once; the service may send fewer. Empty: the setting for all connections.',
          ),
          kind: 'number',
          placeholder: String(usual.pageSize),
        },
        {
          key: 'extraCa',
          label: t('Extra certificate authority'),
          help: t('An additional authority to trust for this service: the path of a PEM file, or the PEM text itself.'),
          kind: 'longText',
        },
        {
          key: 'proxy',
          label: t('Proxy'),
          help: t('The address of a proxy for this service. Empty: the setting http.proxy and the environment.'),
          kind: 'text',
          placeholder: usual.proxy || 'http://proxy.example.com:8080',
        },
      ],
    },
    {
      title: t('Bulk endpoints'),
      fold: { title: t('Advanced'), isOpen: isBulkOpen },
      help: [
        t(
          'Some services change many records with one request. Ask your administrator how; while the paths are empty, records are changed one by one.',
        ),
      ],
      fields: [...bulkFields('Edit'), ...bulkFields('Delete')],
    },
  ];
  // one of the choices is always set, and long texts are lists or certificates
  const more = { isAlwaysChosen: true, isCode: true };
  return sections.map((section) => ({ ...section, fields: section.fields.map((field) => ({ ...field, ...more })) }));
}
