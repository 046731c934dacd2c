/*
 * Measures the time from the start of the navigation until all rows on the screen are painted, which is the end of the
 * first frame with the last of them. Available as `paintedAt` in the page.
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
  // runs after the frame was painted
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
