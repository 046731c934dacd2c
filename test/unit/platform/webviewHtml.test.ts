import assert from 'node:assert/strict';
import vm from 'node:vm';
import { webviewHtml, type WebviewHtmlOptions } from '../../../src/platform/webviewHtml.ts';

const parts: WebviewHtmlOptions = {
  name: 'table',
  title: 'Leads',
  nonce: 'once',
  source: 'here',
  address: (file) => `/${file}`,
  read: () => '',
  start: [],
  language: 'en',
  words: undefined,
};

describe('webview page', () => {
  it('lets no markup change its base URL or submit a form', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(webviewHtml(parts)) ?? [];
    assert.deepEqual(
      policy.split('; ').filter((rule) => /^(?:base-uri|form-action)/.test(rule)),
      ["base-uri 'none'", "form-action 'none'"],
    );
  });

  it('contains no messages if they are not translated', () => {
    assert.match(webviewHtml(parts), /<html lang="en">/);
    assert.doesNotMatch(webviewHtml(parts), /application\/json/);
  });

  it('escapes the class that styles its element until the script has run', () => {
    assert.match(
      webviewHtml({ ...parts, className: 'narrowed' }),
      /<recordbench-table class="narrowed"><\/recordbench-table>/,
    );
    assert.match(webviewHtml({ ...parts, className: '"><b>' }), /class="&#34;&#62;&#60;b&#62;"/);
    assert.match(webviewHtml(parts), /<recordbench-table><\/recordbench-table>/);
  });

  it('has the connections it can write to at the top, with escaped names', () => {
    const connections = [{ name: '"><b>&', color: 'red', readOnly: false }] as const;
    const [, shown = ''] =
      /class="connections"[^>]* data-shown="([^"]*)"><\/section>/.exec(webviewHtml({ ...parts, connections })) ?? [];
    assert.doesNotMatch(shown, /[<>"]/);
    const text = shown.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    assert.deepEqual(JSON.parse(text), connections);
    assert.match(webviewHtml({ ...parts, connections: [] }), /class="connections"[^>]* hidden>/);
    assert.doesNotMatch(webviewHtml(parts), /class="connections"/);
  });

  it('contains the translation, whatever is in it', () => {
    const words = { 'Save <b>': '</script><script>alert(1)</script> & „Speichern“', Next: '<!-- <script>' };
    const page = webviewHtml({ ...parts, language: 'de', words });
    const [, carried = ''] = /<script type="application\/json">(.*?)<\/script>/.exec(page) ?? [];
    assert.match(page, /<html lang="de">/);
    assert.deepEqual(JSON.parse(carried), words);
    assert.doesNotMatch(carried, /</);
  });

  it('inlines its script file by file, with absolute URLs for everything it loads', async () => {
    const files: Record<string, string> = {
      'chunks/a.js': 'const x=[1];let y="</script><!--";export{x as list,y as $text};/*! license */',
      'table.js': 'import{list as l}from"./chunks/a.js";ran([l,import("./chunks/c.js"),import.meta.url])',
    };
    const start = [
      {
        file: 'chunks/a.js',
        from: 0,
        to: files['chunks/a.js']!.indexOf('export'),
        takes: [],
        gives: [
          ['x', 'list'],
          ['y', '$text'],
        ],
      },
      {
        file: 'table.js',
        from: files['table.js']!.indexOf('ran'),
        to: 99,
        takes: [['chunks/a.js', [['list', 'l']]]],
        gives: [],
      },
    ] as const;
    const page = webviewHtml({
      ...parts,
      address: (file) => `https://here/${file}`,
      read: (file) => files[file] ?? '',
      start,
    });
    const ran: unknown[] = [];
    const currentScript = { remove: () => ran.push('removed') };
    const window: { recordbenchModules?: Record<string, object> } = {};
    const [, script = ''] = /<script nonce="once">\s*(document\.currentScript.*?)<\/script>/s.exec(page) ?? [];
    assert.doesNotMatch(script, /<!--|<\/script/);
    const code = script.replaceAll('import(', 'loaded(');
    vm.runInNewContext(code, {
      window,
      document: { currentScript },
      ran: (values: unknown) => ran.push(values),
      loaded: (address: string) => address,
    });
    assert.deepEqual(structuredClone(ran), ['removed', [[1], 'https://here/./chunks/c.js', 'https://here/table.js']]);
    assert.deepEqual(structuredClone(window.recordbenchModules?.['chunks/a.js']), {
      list: [1],
      $text: '</script><!--',
    });
    // the page loads no files
    assert.doesNotMatch(page, /(src|href)=/);
  });

  it('shares inlined exports with modules loaded later, by file URL', async () => {
    const start = [
      {
        file: 'a.js',
        from: 0,
        to: 0,
        takes: [],
        gives: [
          ['x', 'list'],
          ['y', '$text'],
        ],
      },
    ] as const;
    const page = webviewHtml({ ...parts, address: (file) => `https://here/${file}`, start });
    const [, carried = ''] = /<script type="importmap" nonce="once">(.*?)<\/script>/.exec(page) ?? [];
    const { imports } = JSON.parse(carried) as { readonly imports: Record<string, string> };
    assert.deepEqual(Object.keys(imports), ['https://here/a.js']);
    Object.assign(globalThis, { window: { recordbenchModules: { 'a.js': { list: [1], $text: 'text' } } } });
    try {
      assert.deepEqual({ ...((await import(imports['https://here/a.js']!)) as object) }, { list: [1], $text: 'text' });
    } finally {
      Reflect.deleteProperty(globalThis, 'window');
    }
  });

  it('contains the theme once, whether or not its own style starts with it', () => {
    for (const own of ['main{}', ':root{}main{}']) {
      const files: Readonly<Record<string, string>> = { 'theme.css': ':root{}\n', 'table.css': own };
      assert.match(
        webviewHtml({ ...parts, read: (file) => files[file] ?? '' }),
        /<style nonce="once">:root\{\}main\{\}<\/style>/,
      );
    }
  });

  it('inlines its style, with an absolute URL for its font', () => {
    const page = webviewHtml({
      ...parts,
      // as VS Code encodes them
      address: (file) => `https://here/${encodeURI(file).replaceAll('?', '%3F')}`,
      read: () => '@font-face{src:url("./icons.ttf?1")}',
    });
    assert.match(page, /<style nonce="once">@font-face\{src:url\("https:\/\/here\/icons\.ttf\?1"\)\}<\/style>/);
  });
});
