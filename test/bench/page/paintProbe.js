/*
 * Tells how long it takes from the start of the navigation until the rows that fit the screen are painted: the end of
 * the first frame that has the last of them. Reached as `paintedAt` in the page.
 */

const last = `Record ${new URLSearchParams(location.search).get('last')}`;
let isThere = false;
let isInFrame = false;
let foundInFrame = false;

new MutationObserver((_, observer) => {
  if (!document.body?.textContent.includes(last)) return;
  observer.disconnect();
  isThere = true;
  foundInFrame = isInFrame;
}).observe(document, { childList: true, characterData: true, subtree: true });

window.paintedAt = new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  let isIncluded = false;
  // after the painting of a frame
  port1.addEventListener('message', () => {
    isInFrame = false;
    if (isIncluded || foundInFrame) resolve(performance.now());
    else requestAnimationFrame(frame);
  });
  port1.start();
  function frame() {
    isInFrame = true;
    isIncluded = isThere;
    port2.postMessage(undefined);
  }
  requestAnimationFrame(frame);
});
