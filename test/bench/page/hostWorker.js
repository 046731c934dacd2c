import { LeadHost } from './leadHost.ts';

// the extension is not in the webview's thread either; a service nearby takes this long
const delay = 5;
const host = new LeadHost(self.location.search);

self.addEventListener('message', ({ data }) => {
  const reply = host.answer(data);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has no such thing
  if (reply) setTimeout(() => self.postMessage(reply), data.name === 'rows' ? delay : 0);
});
