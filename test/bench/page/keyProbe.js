/*
 * Tells for every letter that is typed how long it takes from the key until the frame is painted that shows it.
 * Reached as `strokes` in the page, in milliseconds; `seen(n)` waits for the n-th.
 */

const strokes = (window.strokes = []);
const { port1, port2 } = new MessageChannel();
let pressed = 0;

window.addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { capture: true });
// once everyone else has heard of it
window.addEventListener('input', () => requestAnimationFrame(() => port2.postMessage(undefined)));
// after the painting of a frame
port1.addEventListener('message', () => {
  strokes.push(performance.now() - pressed);
  window.dispatchEvent(new Event('stroke'));
});
port1.start();

window.seen = (count) =>
  new Promise((resolve) => {
    const look = () => strokes.length >= count && resolve();
    window.addEventListener('stroke', look);
    look();
  });
