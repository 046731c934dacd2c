/*
 * In VS Code's own frame of a webview: tells when the rows were painted in the page that is inside of it, at the end of
 * the first frame that has the last of them. That page is hidden until it has loaded: what nobody sees does not count.
 */
{
  const { port1, port2 } = new MessageChannel();
  const watchFrame = () => requestAnimationFrame(() => port2.postMessage(undefined));
  const isShown = () => {
    const page = document.getElementById('active-frame');
    return page?.style.visibility === 'visible' && page.contentDocument?.body?.textContent.includes(window.benchLast);
  };
  // after the painting of a frame
  port1.addEventListener('message', () => {
    const now = Date.now();
    if (isShown()) window.benchPainted(now);
    else watchFrame();
  });
  port1.start();
  if (location.pathname.endsWith('/webview/browser/pre/index.html')) watchFrame();
}
