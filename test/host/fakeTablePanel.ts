import { Channel, type Listeners } from '../../src/features/common/channel.ts';
import {
  type FilterStatus,
  type LiveProfile,
  type StagedCells,
  tableHost,
  type TableQuery,
  tableView,
} from '../../src/features/table/tableProtocol.ts';
import { FakePanel } from './fakePanel.ts';

export class FakeTablePanel extends FakePanel {
  readonly staged: StagedCells[] = [];
  readonly reported: string[] = [];
  readonly filtered: (FilterStatus | null)[] = [];
  readonly queries: TableQuery[] = [];
  readonly profiles: LiveProfile[] = [];
  commits = 0;
  /** Whether the webview responds when asked to commit. */
  isAlive = true;

  override page = this.#open();

  /** Simulates a hidden tab that is shown again: the page has lost its state. */
  reload(): void {
    this.page = this.#open();
  }

  #open(): Channel<typeof tableView, typeof tableHost> {
    const listeners: Listeners<typeof tableView> = {
      saved: () => undefined,
      said: (said) => void this.reported.push(`said ${said.join(' | ')}`),
      staged: (cells) => void this.staged.push(cells),
      connection: ({ readOnly }) => void this.reported.push(`readOnly ${readOnly}`),
      watched: (ids) => void this.reported.push(`watched ${ids.join(' ')}`),
      refresh: () => void this.reported.push('refresh'),
      deleted: ({ ids }) => void this.reported.push(`deleted ${ids.join(' ')}`),
      autoRefresh: () => void this.reported.push('autoRefresh'),
      filtered: (status) => void this.filtered.push(status),
      focusSearch: () => void this.reported.push('focusSearch'),
      runOnSelected: (command) => void this.reported.push(command),
      query: (query) => {
        this.reported.push('query');
        this.queries.push(query);
      },
      layout: ({ hidden }) => void this.reported.push(`layout without ${hidden.join(' ')}`),
      goToRow: ({ row }) => void this.reported.push(`goToRow ${row}`),
      showProfile: ({ column }) => void this.reported.push(`showProfile ${column}`),
      profile: (running) => void this.profiles.push(running),
    };
    return new Channel({
      theirs: tableHost,
      handlers: {
        commit: async () => {
          if (!this.isAlive) await new Promise(() => undefined);
          this.commits += 1;
          return undefined;
        },
      },
      listeners,
      post: (message) => this.post(message),
      onBadMessage: (problem) => this.reported.push(`bad: ${problem}`),
      describeError: () => ({ code: 'failed', message: 'It failed.' }),
    });
  }
}
