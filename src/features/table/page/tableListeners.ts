import type { Handlers, Listeners } from '../../common/channel.ts';
import type { tableView } from '../tableProtocol.ts';
import type { TableApp } from './tableApp.ts';

/** Dispatches requests and events from the host; `app` is undefined until the start data has arrived. */
export function tableListeners(
  app: () => TableApp | undefined,
  /** Runs immediately, or once the table exists. */
  withApp: (work: (app: TableApp) => void) => void = (work) => {
    const table = app();
    if (table) work(table);
  },
): {
  readonly handlers: Handlers<typeof tableView>;
  readonly listeners: Listeners<typeof tableView>;
} {
  return {
    handlers: { commit: () => app()?.saving.commit() },
    listeners: {
      staged: (cells) => app()?.setStaged(cells),
      saved: () => app()?.saved(),
      said: (said) => app()?.showSaid(said),
      connection: (connection) => app()?.setConnection(connection),
      watched: (ids) => app()?.setWatched(ids),
      refresh: () => app()?.refresh(),
      autoRefresh: () => app()?.autoRefresh(),
      filtered: (status) => app()?.showFiltered(status),
      query: (query) => app()?.setQuery(query),
      layout: (layout) => app()?.showLayout(layout),
      focusSearch: () => app()?.focusSearch(),
      runOnSelected: (command) => withApp(({ rowActions }) => rowActions.command(command)),
      deleted: ({ ids }) => app()?.forgetDeleted(ids),
      goToRow: ({ row }) => app()?.goToRow(row),
      showProfile: ({ column }) => withApp(({ profile }) => void profile.open(column)),
      profile: (live) => app()?.profile.receive(live),
    },
  };
}
