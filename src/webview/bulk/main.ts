// oxlint-disable-next-line import/no-unassigned-import -- before anything that speaks
import '../common/displayLanguage.ts';
import type { bulkHost, BulkState, bulkView } from '../../protocol/bulk.ts';
import { connectToHost } from '../common/hostChannel.ts';
import { keepTextKeys } from '../common/textKeys.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild writes it beside the script
import './bulk.css';
import { BulkPage } from './bulkPage.ts';

const place = document.querySelector<HTMLElement>('recordbench-bulk') ?? document.body;

let page: BulkPage | undefined;
let newest: BulkState | undefined;

const { channel, kept } = connectToHost<typeof bulkView, typeof bulkHost>(
  {},
  {
    state: (state) => {
      newest = state;
      if (page) page.state = state;
    },
    keep: (subject) => kept.setState({ subject }),
  },
);

async function run(): Promise<void> {
  const start = await channel.ask('start', undefined);
  page = new BulkPage(place, newest ?? start, {
    ask: (filter, from, count) => channel.ask('rows', { filter, from, count }),
    onDrop: (id, isDropped) => channel.tell('drop', { ids: [id], isDropped }),
    onOpen: (id) => channel.tell('openRecord', { id }),
    onDrafts: (drafts) => {
      const { subject } = (kept.getState() ?? {}) as { subject?: object };
      if (subject) kept.setState({ subject: { ...subject, drafts } });
      channel.tell('drafts', [...drafts]);
    },
    onPlan: (changes) => channel.tell('plan', [...changes]),
    onBegin: (typed) => channel.tell('begin', { typed }),
    tell: (event) => channel.tell(event, undefined),
  });
}

keepTextKeys(place);

void run();
