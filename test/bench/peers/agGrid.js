import {
  colorSchemeDark,
  createGrid,
  InfiniteRowModelModule,
  ModuleRegistry,
  RowSelectionModule,
  ScrollApiModule,
  themeQuartz,
} from 'ag-grid-community';
import { leadColumns } from '../leads.ts';
import { fit, nonce, container, rowHeight, total, widths } from './pageParameters.js';
import { PageSource } from './pageSource.js';

/*
 * AG Grid with the row model of its free edition for lists that aren't in memory, and only the required modules. It
 * caches pages itself, so requests go directly to the source.
 */

ModuleRegistry.registerModules([InfiniteRowModelModule, RowSelectionModule, ScrollApiModule]);

const waiting = new Map();
const source = new PageSource((first, last) => {
  const rows = Array.from({ length: last - first + 1 }, (_, offset) => source.row(first + offset));
  waiting.get(first)?.successCallback(rows, total);
  waiting.delete(first);
});

const grid = createGrid(container, {
  styleNonce: nonce,
  theme: themeQuartz.withPart(colorSchemeDark),
  rowModelType: 'infinite',
  cacheBlockSize: 100,
  maxBlocksInCache: 30,
  infiniteInitialRowCount: total,
  maxConcurrentDatasourceRequests: 4,
  rowHeight,
  headerHeight: rowHeight,
  // as many extra rows as our table
  rowBuffer: 3,
  animateRows: false,
  suppressColumnMoveAnimation: true,
  suppressRowHoverHighlight: true,
  rowSelection: { mode: 'multiRow', checkboxes: false, headerCheckbox: false },
  defaultColDef: { sortable: true, cellDataType: false },
  columnDefs: leadColumns(widths.length).map(({ key, label }, cell) => ({
    colId: key,
    headerName: label,
    width: widths[cell],
    valueGetter: ({ data }) => data?.cells[cell] ?? '',
  })),
  datasource: {
    rowCount: total,
    getRows: (request) => {
      waiting.set(request.startRow, request);
      source.ask(request.startRow, request.endRow - request.startRow);
    },
  },
});

const scroller = document.querySelector('.ag-grid-viewport');
const headHeight = document.querySelector('.ag-header').offsetHeight;
fit({ width: scroller.clientWidth, height: scroller.clientHeight - headHeight });

window.peerGrid = { scroller, headHeight, cell: '.ag-cell', goTo: (row) => grid.ensureIndexVisible(row, 'top') };
