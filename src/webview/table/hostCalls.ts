import type { Channel, Data } from '../../protocol/channel.ts';
import type {
  AboutCell,
  ColumnLayout,
  KeptView,
  StagedCells,
  tableHost,
  TableQuery,
  TableRows,
  TableStart,
  tableView,
} from '../../protocol/table.ts';
import type { StageRequest } from './edit/editing.ts';
import type { RowRequest } from './rows/rowSource.ts';

export type TableChannel = Channel<typeof tableView, typeof tableHost>;

/** What the table asks of its host and tells it, one function each. */
export interface HostCalls {
  /** Whatever is asked next is asked of the service. */
  readonly refresh: () => void;
  readonly rows: (request: RowRequest, signal?: AbortSignal) => Promise<TableRows>;
  readonly stage: (request: StageRequest) => Promise<StagedCells>;
  readonly wholeText: (id: string, column: string) => Promise<string | null>;
  readonly aboutCell: (id: string, column: string) => Promise<AboutCell>;
  readonly checkQ: (text: string) => Promise<string | null>;
  readonly open: (id: string, how: 'here' | 'toSide' | 'preview') => void;
  readonly layout: (layout: ColumnLayout) => void;
  readonly view: (view: KeptView) => void;
  readonly copy: (text: string) => void;
  readonly copyLink: (query: TableQuery, id: string) => void;
  readonly copyAsCurl: (query: TableQuery) => void;
  readonly saveFile: (file: Data<typeof tableHost, 'saveFile'>) => void;
  readonly command: (command: Data<typeof tableHost, 'command'>) => void;
}

export function hostCalls(channel: TableChannel, { first }: Pick<TableStart, 'first'>): HostCalls {
  let atHand = first;
  return {
    refresh: () => channel.tell('refresh', undefined),
    rows: async (request, signal) => {
      const { rows } = isSame(atHand?.request, request) ? (atHand ?? {}) : {};
      atHand = undefined;
      return rows ?? channel.ask('rows', request, signal);
    },
    stage: (request) => channel.ask('stage', request),
    wholeText: (id, column) => channel.ask('cell', { id, column }),
    aboutCell: (id, column) => channel.ask('aboutCell', { id, column }),
    checkQ: async (text) => (await channel.ask('checkQ', { text })).problem,
    open: (id, how) => channel.tell('openRecord', { id, how }),
    layout: (layout) => channel.tell('layout', layout),
    view: (view) => channel.tell('view', view),
    copy: (text) => channel.tell('copy', { text }),
    copyLink: (query, id) => channel.tell('copyLink', { query, id }),
    copyAsCurl: (query) => channel.tell('copyAsCurl', { query }),
    saveFile: (file) => channel.tell('saveFile', file),
    command: (command) => channel.tell('command', command),
  };
}

function isSame(one: RowRequest | undefined, other: RowRequest): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
