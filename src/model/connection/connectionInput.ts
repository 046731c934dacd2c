import { t } from '@vscode/l10n';
import {
  type BulkEndpoint,
  choiceSeparators,
  dateFormats,
  bulkPathProblem,
  type Connection,
  connectionColors,
  type NetworkChoices,
  readBaseUrl,
  type ServiceChoices,
  ownProxyProblem,
} from './connection.ts';
import { parseControllerName } from '../controller.ts';
import { formatNumber } from '../formatNumber.ts';
import { connectionNumbers } from '../numberSetting.ts';

/** State of the connection form while the user edits it: every value as typed. */
export interface ConnectionInput {
  readonly name: string;
  readonly baseUrl: string;
  readonly color: string;
  readonly readOnly: boolean;
  readonly languageModels: string;
  readonly pathSuffix: string;
  readonly deleteMethod: string;
  readonly emptyValue: string;
  readonly choiceSeparator: string;
  readonly dateFormat: string;
  readonly saveAction: string;
  readonly relatedKey: string;
  readonly relatedClass: string;
  /** A line for each controller: `crm/leads: All leads`. */
  readonly lookUpViews: string;
  readonly bulkEditPath: string;
  readonly bulkEditMethod: string;
  readonly bulkEditIds: string;
  readonly bulkEditIdsAs: string;
  readonly bulkDeletePath: string;
  readonly bulkDeleteMethod: string;
  readonly bulkDeleteIds: string;
  readonly bulkDeleteIdsAs: string;
  /** Empty: use the setting for all connections. */
  readonly timeoutSeconds: string;
  readonly pageSize: string;
  readonly extraCa: string;
  readonly proxy: string;
}

export type DraftField = keyof ConnectionInput;
/** One sentence for each invalid field. */
export type DraftProblems = Partial<Record<DraftField, string>>;

export function draftOf({ choices, network, ...connection }: Connection, usual: NetworkChoices): ConnectionInput {
  const unlessUsual = <T>(value: T | undefined, other: T | undefined, unit = 1): string =>
    value === undefined || value === other ? '' : String(typeof value === 'number' ? value / unit : value);
  return {
    name: connection.name,
    baseUrl: connection.baseUrl,
    color: connection.color ?? '',
    readOnly: connection.readOnly,
    languageModels: connection.languageModels ?? 'ask',
    pathSuffix: choices.pathSuffix,
    deleteMethod: choices.deleteMethod,
    emptyValue: choices.emptyValue,
    choiceSeparator: choices.choiceSeparator,
    dateFormat: choices.dateFormat,
    saveAction: choices.saveAction ?? '',
    relatedKey: choices.relatedKey,
    relatedClass: choices.relatedClass,
    lookUpViews: Object.entries(choices.lookUpViews ?? {})
      .map(([controller, view]) => `${controller}: ${view}`)
      .join('\n'),
    bulkEditPath: choices.bulkEdit?.path ?? '',
    bulkEditMethod: choices.bulkEdit?.method ?? 'post',
    bulkEditIds: choices.bulkEdit?.ids ?? 'ids[]',
    bulkEditIdsAs: choices.bulkEdit?.idsAs ?? 'repeated',
    bulkDeletePath: choices.bulkDelete?.path ?? '',
    bulkDeleteMethod: choices.bulkDelete?.method ?? 'get',
    bulkDeleteIds: choices.bulkDelete?.ids ?? 'ids[]',
    bulkDeleteIdsAs: choices.bulkDelete?.idsAs ?? 'repeated',
    timeoutSeconds: unlessUsual(network.timeoutMs, usual.timeoutMs, 1000),
    pageSize: unlessUsual(network.pageSize, usual.pageSize),
    extraCa: network.extraCa ?? '',
    proxy: network.proxy ?? '',
  };
}

/** Validates a draft, field by field; empty if it can be saved. */
export function draftProblems(draft: ConnectionInput): DraftProblems {
  const base = readBaseUrl(draft.baseUrl);
  const checks: [DraftField, string | undefined][] = [
    ['name', draft.name.trim() === '' ? t('Give the connection a name.') : undefined],
    ['baseUrl', base.problem],
    [
      'timeoutSeconds',
      numberProblem(draft.timeoutSeconds, connectionNumbers.timeoutSeconds, (min, max) =>
        t('Enter a whole number of seconds from {0} to {1}, or leave it empty.', min, max),
      ),
    ],
    [
      'pageSize',
      numberProblem(draft.pageSize, connectionNumbers.pageSize, (min, max) =>
        t('Enter a whole number of records from {0} to {1}, or leave it empty.', min, max),
      ),
    ],
    [
      'lookUpViews',
      lookUpLines(draft.lookUpViews)
        ? undefined
        : t('Enter one controller and its list view per line, such as crm/leads: All leads.'),
    ],
    ['proxy', draft.proxy.trim() === '' ? undefined : ownProxyProblem(draft.proxy.trim())],
    ['bulkEditPath', bulkPathProblem(draft.bulkEditPath)],
    ['bulkDeletePath', bulkPathProblem(draft.bulkDeletePath)],
    ['bulkEditIds', idsProblem(draft.bulkEditPath, draft.bulkEditIds)],
    ['bulkDeleteIds', idsProblem(draft.bulkDeletePath, draft.bulkDeleteIds)],
  ];
  return Object.fromEntries(checks.filter(([, problem]) => problem !== undefined));
}

/** Converts a valid draft to a connection. */
export function connectionOfDraft(draft: ConnectionInput, before: Connection, usual: NetworkChoices): Connection {
  const base = readBaseUrl(draft.baseUrl);
  const color = connectionColors.find((one) => one === draft.color);
  const bulkEdit = endpoint(draft.bulkEditPath, draft.bulkEditMethod, draft.bulkEditIds, draft.bulkEditIdsAs);
  const bulkDelete = endpoint(draft.bulkDeletePath, draft.bulkDeleteMethod, draft.bulkDeleteIds, draft.bulkDeleteIdsAs);
  const lookUpViews = lookUpLines(draft.lookUpViews) ?? [];
  const proxy = draft.proxy.trim();
  const extraCa = draft.extraCa.trim();
  const saveAction = draft.saveAction.trim();
  return {
    id: before.id,
    name: draft.name.trim(),
    baseUrl: base.problem === undefined ? base.url : before.baseUrl,
    readOnly: draft.readOnly,
    ...(color === undefined ? {} : { color }),
    ...(draft.languageModels === 'off' ? { languageModels: 'off' } : {}),
    choices: {
      pathSuffix: choice<ServiceChoices['pathSuffix']>(draft.pathSuffix, ['asDocumented', 'always', 'never']),
      deleteMethod: choice<ServiceChoices['deleteMethod']>(draft.deleteMethod, ['auto', 'post', 'get']),
      emptyValue: choice<ServiceChoices['emptyValue']>(draft.emptyValue, ['null', 'empty']),
      choiceSeparator: choice(draft.choiceSeparator, choiceSeparators),
      dateFormat: choice(draft.dateFormat, dateFormats),
      ...(saveAction === '' ? {} : { saveAction }),
      relatedKey: choice<ServiceChoices['relatedKey']>(draft.relatedKey, ['record', 'related']),
      relatedClass: choice<ServiceChoices['relatedClass']>(draft.relatedClass, ['record', 'related']),
      ...(lookUpViews.length > 0 ? { lookUpViews: Object.fromEntries(lookUpViews) } : {}),
      ...(bulkEdit ? { bulkEdit } : {}),
      ...(bulkDelete ? { bulkDelete } : {}),
    },
    network: {
      timeoutMs: draft.timeoutSeconds.trim() === '' ? usual.timeoutMs : Number(draft.timeoutSeconds) * 1000,
      pageSize: draft.pageSize.trim() === '' ? usual.pageSize : Number(draft.pageSize),
      ...(extraCa === '' ? {} : { extraCa }),
      ...(proxy === '' ? {} : { proxy }),
    },
  };
}

/** Returns undefined if any line can't be parsed. */
function lookUpLines(typed: string): [controller: string, view: string][] | undefined {
  const lines = typed.split('\n').filter((line) => line.trim() !== '');
  const read = lines.flatMap((line): [string, string][] => {
    const at = line.indexOf(':');
    const controller = parseControllerName(line.slice(0, Math.max(0, at)));
    const view = line.slice(at + 1).trim();
    return controller && view !== '' ? [[controller, view]] : [];
  });
  return read.length === lines.length ? read : undefined;
}

function endpoint(path: string, method: string, ids: string, idsAs: string): BulkEndpoint | undefined {
  if (path.trim() === '') return undefined;
  return {
    path: path.trim(),
    method: choice<BulkEndpoint['method']>(method, ['post', 'get']),
    ids: ids.trim(),
    idsAs: choice<BulkEndpoint['idsAs']>(idsAs, ['repeated', 'comma']),
  };
}

/** Falls back to the first choice, the default, for an unknown word. */
function choice<T extends string>(word: string, allowed: readonly [T, ...T[]]): T {
  return allowed.find((one) => one === word) ?? allowed[0];
}

function numberProblem(
  typed: string,
  { min, max }: { readonly min: number; readonly max: number },
  say: (min: string, max: string) => string,
): string | undefined {
  if (typed.trim() === '') return undefined;
  const value = Number(typed);
  const isFine = Number.isInteger(value) && value >= min && value <= max;
  return isFine ? undefined : say(String(min), formatNumber(max));
}

function idsProblem(path: string, ids: string): string | undefined {
  return path.trim() !== '' && ids.trim() === ''
    ? t('Enter the parameter that contains the ids, such as ids[].')
    : undefined;
}
