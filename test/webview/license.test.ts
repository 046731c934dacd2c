import assert from 'node:assert/strict';
import { licenseHost } from '../../src/features/account/accountProtocol.ts';
import { describePage } from './openedPage.ts';
import { themeNames } from './themes.ts';

const plain = `<h1>License</h1><p>Between <strong>you</strong> and us. See <a href="https://example.com/terms">the terms</a>.</p>
<ul><li>One</li><li>Two</li></ul><table><tr><th>Term</th><th>Meaning</th></tr><tr><td>Record</td><td>A lead</td></tr></table>`;

/** Everything that would run, load or send something if it weren't sanitized. */
const hostile = `<p>Before</p>
<script>window.wasRun = 'script'</script><script src="http://evil.test/a.js"></script>
<img src="http://evil.test/a.png" onerror="window.wasRun = 'img'"><img src=x onerror=window.wasRun=1>
<iframe src="http://evil.test/frame" onload="window.wasRun='frame'"></iframe><iframe srcdoc="<script>parent.wasRun=1</script>"></iframe>
<object data="http://evil.test/o"></object><embed src="http://evil.test/e">
<link rel="stylesheet" href="http://evil.test/s.css"><style>@import 'http://evil.test/i.css'; * { display: none }</style>
<meta http-equiv="refresh" content="0;url=http://evil.test/"><base href="http://evil.test/">
<form action="http://evil.test/f"><input autofocus onfocus="window.wasRun='focus'"><button>Send</button></form>
<video src="http://evil.test/v" onerror="window.wasRun='video'"></video><audio src="http://evil.test/a"></audio>
<div style="background: url(http://evil.test/b)" onclick="window.wasRun='click'" class="c" id="i" contenteditable>Styled</div>
<a href="javascript:window.wasRun='link'">Harmless changeWatcher</a> <a href=" &#106;avascript:window.wasRun=2">Hidden</a>
<a href="data:text/html,<script>1</script>">Data</a> <a href="command:workbench.action.quit">Command</a>
<template><img src=x onerror=window.wasRun='template'></template><custom-tag onclick="1">Custom</custom-tag>
<svg><animate onbegin="window.wasRun='animate'" attributeName=x dur=1s></animate><image href="http://evil.test/i"></image><use href="http://evil.test/u#x"></use></svg>
<math href="javascript:window.wasRun='math'"><mi xlink:href="data:x">math link</mi></math>
<details open ontoggle="window.wasRun='toggle'">Details</details><marquee onstart="window.wasRun='marquee'">Marquee</marquee>
<a href="jav&#x09;ascript:window.wasRun=3">Tab</a> <a href="vbscript:x">Basic</a> <a href="//evil.test/relative">Relative</a>
<img srcset="http://evil.test/s.png 1x" sizes=1px><picture><source srcset="http://evil.test/p.png"></picture>
<input type="image" src="http://evil.test/input.png"><table background="http://evil.test/t.png"><tr><td>Cell</td></tr></table>
<link rel="prefetch" href="http://evil.test/pre"><link rel="dns-prefetch" href="//evil.test"><object data="data:text/html,<script>parent.wasRun=5</script>"></object>
<form name="attributes"><input name="parentNode"><input name="nodeName"></form><iframe src="javascript:parent.wasRun=4"></iframe>
<script type="module">window.wasRun = 'module'</script><body onload="window.wasRun='body'" background="http://evil.test/body.png">
<a href="https://example.com/" target="_top" onclick="window.wasRun='a'" style="position: fixed; inset: 0">Fine</a>
<p ping="http://evil.test/p">After</p>
<svg onload="window.wasRun = 'svg'"><script>window.wasRun = 'svg script'</script><a xlink:href="javascript:window.wasRun=1"><text>svg link</text></a></svg>
<noscript><p title="</noscript><img src=x onerror=window.wasRun='noscript'>"></noscript>
<svg></p><style><a id="</style><img src=1 onerror=window.wasRun='style'>"></svg>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.wasRun='mxss'&gt;"></table></math>
<form id="f"><math><mtext></form><form><mglyph><style></math><img src onerror="window.wasRun='mxss form'"></form>
<plaintext><img src=x onerror=window.wasRun='plain'>`;

describePage('license page', 'license', licenseHost, (open) => {
  const showing = (html: string) => ({ start: () => ({ source: { connection: 'demo' }, service: 'Demo', html }) });

  it('renders the text as intended', async () => {
    const { page } = await open(showing(plain));
    await page.locator('article h1').waitFor();
    assert.equal(await page.getByRole('listitem').count(), 2);
    assert.equal(await page.getByRole('columnheader', { name: 'Term' }).count(), 1);
    assert.equal(await page.getByRole('status').innerText(), 'License of Demo');
  });

  it('shows the message the service sent with it', async () => {
    const start = { source: { connection: 'demo' }, service: 'Demo', html: plain, messages: ['New since May.'] };
    const { page } = await open({ start: () => start });
    await page.getByRole('status').getByText('New since May.').waitFor();
  });

  it('executes nothing, requests nothing, and keeps the text', async () => {
    const shown = await open(showing(hostile), { unguarded: true });
    const { page } = shown;
    const article = page.locator('article');
    await article.getByText('After').waitFor();
    for (const word of ['Before', 'Styled', 'Harmless changeWatcher', 'Custom', 'Details', 'Cell', 'Relative'])
      assert.ok((await article.innerText()).includes(word), word);
    await article.getByText('Styled').click();
    await article.getByText('Harmless changeWatcher').click();
    const attributes = await page.evaluate(
      `[...document.querySelectorAll('article *')].flatMap((one) => one.getAttributeNames())`,
    );
    assert.deepEqual(attributes, ['href']);
    const links = await page.evaluate(`[...document.querySelectorAll('article [href]')].map((one) => one.href)`);
    assert.deepEqual(links, ['https://example.com/']);
    const where = await page.evaluate(
      `[document.querySelectorAll('base, form, article meta').length, document.baseURI === location.href]`,
    );
    assert.deepEqual(where, [0, true]);
    const tags = (await page.evaluate(
      `[...document.querySelectorAll('article *')].map((one) => one.localName)`,
    )) as string[];
    assert.deepEqual(
      [...new Set(tags)].filter((tag) => !['p', 'div', 'table', 'tbody', 'tr', 'td', 'a'].includes(tag)),
      [],
    );
    assert.equal(await page.evaluate('typeof window.wasRun'), 'undefined');
    assert.deepEqual(shown.requested, []);
    assert.deepEqual(shown.received('openLink'), []);
  });

  it('keeps only known tags, however they are nested', async () => {
    const deep = '<div><svg><foreignObject><p onclick=1>'.repeat(2_000);
    const { page } = await open(showing(`${deep}<p>The end</p>`), { unguarded: true });
    await page.getByRole('status').getByText('License').or(page.getByText('gives no text')).first().waitFor();
    assert.equal(await page.evaluate(`document.querySelectorAll('svg, [onclick]').length`), 0);
  });

  it('reports the target of a link to its host instead of following it', async () => {
    const shown = await open(showing(plain));
    await shown.page.getByRole('link', { name: 'the terms' }).click();
    await shown.until('the link', () => shown.received('openLink').length === 1);
    assert.deepEqual(shown.received('openLink'), ['https://example.com/terms']);
    await shown.page.getByRole('link', { name: 'the terms' }).click({ button: 'middle' });
    await shown.until('the link again', () => shown.received('openLink').length === 2);
    assert.deepEqual(shown.requested, []);
  });

  it('offers the text without markup for copying and opening', async () => {
    const shown = await open(showing(plain));
    await shown.page.getByRole('button', { name: 'Copy as plain text' }).click();
    await shown.page.getByRole('button', { name: 'Open as plain text' }).click();
    await shown.until('the text', () => shown.received('openAsText').length === 1);
    assert.deepEqual(shown.received('copy'), shown.received('openAsText'));
    assert.match(String(shown.received('copy')[0]), /^License\n+Between you and us\. See the terms\.\n[^<]*$/);
  });

  it('keeps the line breaks of a license without markup', async () => {
    const { page } = await open(showing('1. Use\n\n2. Liability'));
    assert.equal(await page.locator('article').innerText(), '1. Use\n\n2. Liability');
  });

  it('reports that there is no text or why it cannot be read, and retries', async () => {
    const empty = await open(showing('  '));
    await empty.page.getByText('Demo provides no license text.').waitFor();
    let turn = 0;
    const failing = await open({
      start: () => {
        if (turn++ === 0) throw new Error('Could not read the license agreement: the service is away.');
        return { source: { connection: 'demo' }, service: 'Demo', html: plain };
      },
    });
    await failing.page.getByText('the service is away').waitFor();
    await failing.page.getByRole('button', { name: 'Retry' }).click();
    await failing.page.locator('article h1').waitFor();
  });

  it('fits a narrow column without breaking words, and scrolls what does not fit', async () => {
    const { page } = await open(showing(`${plain}<p>${'x'.repeat(400)}</p>`));
    await page.setViewportSize({ width: 300, height: 400 });
    await page.locator('article h1').waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
    const cell = page.getByRole('cell', { name: 'Record' });
    assert.ok(((await cell.boundingBox())?.height ?? 99) < 45, 'the word is on one line');
  });

  for (const theme of themeNames)
    it(`has no axe violations in the theme ${theme}`, async () => {
      const shown = await open(showing(plain), { theme });
      await shown.page.locator('article h1').waitFor();
      assert.deepEqual(await shown.violations(theme), []);
    });
});
