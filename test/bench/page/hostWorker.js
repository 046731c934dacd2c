import { LeadHost } from './leadHost.ts';

// in a worker, because the extension doesn't run in the webview's thread; the delay is that of a nearby service
const delay = 5;
const host = new LeadHost(self.location.search);

self.addEventListener('message', ({ data }) => {
  const reply = host.answer(data);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has no such thing
  if (reply) setTimeout(() => self.postMessage(reply), data.name === 'rows' ? delay : 0);
});
