/*
 * Runs in VS Code's outer frame of a webview and measures when all rows in the inner page are painted: the end of the
 * first frame with the last of them. The inner page is hidden until it has loaded, and rows don't count while hidden.
 */
{
  const { port1, port2 } = new MessageChannel();
  const watchFrame = () => requestAnimationFrame(() => port2.postMessage(undefined));
  const isShown = () => {
    const page = document.getElementById('active-frame');
    return page?.style.visibility === 'visible' && page.contentDocument?.body?.textContent.includes(window.benchLast);
  };
  // runs after the frame was painted
  port1.addEventListener('message', () => {
    const now = Date.now();
    if (isShown()) window.benchPainted(now);
    else watchFrame();
  });
  port1.start();
  if (location.pathname.endsWith('/webview/browser/pre/index.html')) watchFrame();
}
