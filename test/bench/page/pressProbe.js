/*
 * Tells how long it takes from a key until the frame is painted that shows what the key does. `benchArm(isDone)` waits
 * for the next key; `benchTaken` is in milliseconds.
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
// after the painting of a frame
port1.addEventListener('message', () => {
  const now = performance.now();
  if (!armed.isDone()) return watchFrame();
  armed.resolve(now - armed.pressed);
  armed = undefined;
});
port1.start();
