import assert from 'node:assert/strict';
import { webviewHtml, type WebviewHtmlOptions } from '../../../src/platform/webviewHtml.ts';

const parts: WebviewHtmlOptions = {
  name: 'table',
  title: 'Leads',
  nonce: 'once',
  source: 'here',
  address: (file) => `/${file}`,
  imports: [],
  language: 'en',
  words: undefined,
};

describe('the page of a webview', () => {
  it('carries no sentences where they are not translated', () => {
    assert.match(webviewHtml(parts), /<html lang="en">/);
    assert.doesNotMatch(webviewHtml(parts), /application\/json/);
  });

  it('carries the translation, whatever is in it', () => {
    const words = { 'Save <b>': '</script><script>alert(1)</script> & „Speichern“', Next: '<!-- <script>' };
    const page = webviewHtml({ ...parts, language: 'de', words });
    const [, carried = ''] = /<script type="application\/json">(.*?)<\/script>/.exec(page) ?? [];
    assert.match(page, /<html lang="de">/);
    assert.deepEqual(JSON.parse(carried), words);
    assert.doesNotMatch(carried, /</);
  });
});
