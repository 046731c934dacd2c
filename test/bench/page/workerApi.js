/* Replaces VS Code's webview API, with the extension in a worker. */
const worker = new Worker(`/hostWorker.js${location.search}`);
worker.addEventListener('message', ({ data }) => window.dispatchEvent(new MessageEvent('message', { data })));

window.acquireVsCodeApi = () => ({
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has no such thing
  postMessage: (message) => worker.postMessage(message),
  getState: () => undefined,
  setState: () => {},
});
