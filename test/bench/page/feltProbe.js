/*
 * Measures the time from an input in VS Code's window, or in any of its webviews, until the frame that shows its effect
 * is painted. All of them have the same origin and the same thread. Available as `felt`.
 */
const { port1, port2 } = new MessageChannel();
const watchFrame = () => requestAnimationFrame(() => port2.postMessage(undefined));
const felt = (window.felt = {});
let begun;
let awaited;
let seen;

/** `type` is that of the input; undefined if `begin` starts the clock. */
felt.arm = (type, isDone) => {
  begun = undefined;
  awaited = type;
  // in a loaded page: writing its document has removed earlier listeners
  if (type) for (const each of [window, ...framesIn(window)]) each.addEventListener(type, hear, { capture: true });
  felt.taken = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(begun === undefined ? `There was no ${type}.` : `Never: ${isDone}`)), 30_000);
    seen = () => {
      const now = performance.timeOrigin + performance.now();
      if (begun === undefined || !isDone()) return watchFrame();
      resolve(now - begun);
    };
  });
  watchFrame();
};
// runs after the frame was painted
port1.addEventListener('message', () => seen());
port1.start();

felt.begin = (at) => {
  awaited = undefined;
  begun = at;
};

function hear({ type, key, timeStamp, view }) {
  if (type === awaited && key !== 'Control') felt.begin(view.performance.timeOrigin + timeStamp);
}

function framesIn({ frames }) {
  return Array.from(frames).flatMap((frame) => [frame, ...framesIn(frame)]);
}

/** The document of the visible webview; VS Code hides it until it has loaded. */
felt.page = () => {
  for (const outer of document.querySelectorAll('iframe.webview.ready')) {
    const page = outer.contentDocument?.getElementById('active-frame');
    if (page?.style.visibility === 'visible' && outer.checkVisibility({ visibilityProperty: true }))
      return page.contentDocument;
  }
  return undefined;
};

felt.shows = (...texts) => {
  const text = felt.page()?.body?.textContent;
  return text !== undefined && texts.every((one) => text.includes(one));
};
