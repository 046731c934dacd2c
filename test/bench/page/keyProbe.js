/*
 * Measures the time from each key press until the frame that shows the letter is painted. Available as `strokes` in the
 * page, in milliseconds; `seen(n)` waits for the n-th.
 */

const strokes = (window.strokes = []);
const { port1, port2 } = new MessageChannel();
let pressed = 0;

window.addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { capture: true });
// after all other listeners
window.addEventListener('input', () => requestAnimationFrame(() => port2.postMessage(undefined)));
// runs after the frame was painted
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
