import { tableHost, tableView } from '../../protocol/table.ts';
import { connectToHost } from '../common/hostChannel.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild writes it beside the script
import './table.css';
import { TableApp } from './tableApp.ts';

/** The page holds `<recordbench-table></recordbench-table>`; everything is put in there. */
const place = document.querySelector('recordbench-table') ?? document.body;

const app: TableApp = new TableApp(
  place,
  connectToHost(
    tableView,
    tableHost,
    { commit: () => app.commit() },
    {
      staged: (cells) => app.setStaged(cells),
      refresh: () => app.refresh(),
      focusSearch: () => app.focusSearch(),
      query: (query) => app.setQuery(query),
      goToRow: ({ row }) => app.goToRow(row),
    },
  ),
);
void app.run();
