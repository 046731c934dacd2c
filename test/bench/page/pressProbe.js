/*
 * Measures the time from a key press until the frame that shows its effect is painted. `benchArm(isDone)` waits for the
 * next key; `benchTaken` is in milliseconds.
 */
const { port1, port2 } = new MessageChannel();
const watchFrame = () => requestAnimationFrame(() => port2.postMessage(undefined));
let armed;

window.benchArm = (isDone) => {
  window.benchTaken = new Promise((resolve) => (armed = { isDone, resolve }));
};

window.addEventListener(
  'keydown',
  ({ timeStamp }) => {
    if (!armed || armed.pressed !== undefined) return;
    armed.pressed = timeStamp;
    watchFrame();
  },
  { capture: true },
);
// runs after the frame was painted
port1.addEventListener('message', () => {
  const now = performance.now();
  if (!armed.isDone()) return watchFrame();
  armed.resolve(now - armed.pressed);
  armed = undefined;
});
port1.start();
