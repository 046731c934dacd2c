import assert from 'node:assert/strict';
import { webviewHtml, type WebviewHtmlOptions } from '../../../src/platform/webviewHtml.ts';

const parts: WebviewHtmlOptions = {
  name: 'table',
  title: 'Leads',
  nonce: 'once',
  source: 'here',
  address: (file) => `/${file}`,
  read: () => '',
  imports: [],
  language: 'en',
  words: undefined,
};

describe('the page of a webview', () => {
  it('carries no sentences where they are not translated', () => {
    assert.match(webviewHtml(parts), /<html lang="en">/);
    assert.doesNotMatch(webviewHtml(parts), /application\/json/);
  });

  it('tells its element how to look until the script has run, whatever is in it', () => {
    assert.match(
      webviewHtml({ ...parts, className: 'narrowed' }),
      /<recordbench-table class="narrowed"><\/recordbench-table>/,
    );
    assert.match(webviewHtml({ ...parts, className: '"><b>' }), /class="&#34;&#62;&#60;b&#62;"/);
    assert.match(webviewHtml(parts), /<recordbench-table><\/recordbench-table>/);
  });

  it('carries the translation, whatever is in it', () => {
    const words = { 'Save <b>': '</script><script>alert(1)</script> & „Speichern“', Next: '<!-- <script>' };
    const page = webviewHtml({ ...parts, language: 'de', words });
    const [, carried = ''] = /<script type="application\/json">(.*?)<\/script>/.exec(page) ?? [];
    assert.match(page, /<html lang="de">/);
    assert.deepEqual(JSON.parse(carried), words);
    assert.doesNotMatch(carried, /</);
  });

  it('carries its scripts and its style, which name all that they load by its whole address', () => {
    const files: Record<string, string> = {
      'table.js':
        'import{a}from"./chunks/a.js";import"./chunks/b.js";import("./chunks/c.js");new URL("x",import.meta.url)',
      'chunks/a.js': 'import{b}from"./b.js";import("../later.js");"</script>"',
      'table.css': '@font-face{src:url("./icons.ttf?1")}',
    };
    const page = webviewHtml({
      ...parts,
      // as VS Code writes them
      address: (file) => `https://here/${encodeURI(file).replaceAll('?', '%3F')}`,
      read: (file) => files[file] ?? '',
      imports: ['chunks/a.js'],
    });
    const [, carried = ''] = /<script type="text\/plain">(.*?)<\/script>/.exec(page) ?? [];
    assert.deepEqual(JSON.parse(carried), [
      [
        'https://here/chunks/a.js',
        'import{b}from"https://here/chunks/b.js";import("https://here/later.js");"</script>"',
      ],
      [
        'https://here/table.js',
        'import{a}from"https://here/chunks/a.js";import"https://here/chunks/b.js";import("https://here/chunks/c.js");new URL("x","https://here/table.js")',
      ],
    ]);
    assert.match(page, /<style nonce="once">@font-face\{src:url\("https:\/\/here\/icons\.ttf\?1"\)\}<\/style>/);
    // the page asks for no file
    assert.doesNotMatch(page, /(src|href)=/);
  });
});
