import type { Page } from 'playwright-core';
import { type Direction, pseudoWords } from '../support/pseudoWords.ts';
import { readTexts } from '../support/sentences.ts';

/** Head of a page in German. */
export function germanHead(): string {
  return translation(readTexts('l10n/de.json'));
}

/** Head of a page in the pseudo-language; text from its host is marked as not ours. */
export function pseudoHead(nonce: string, direction: Direction): string {
  return `${translation(pseudoWords(direction))}
<script nonce="${nonce}">
  window.received = new Set();
  const receive = (data) => {
    if (typeof data === 'string') received.add(data.trim());
    else if (typeof data === 'object' && data !== null) Object.entries(data).forEach(([key, value]) => { received.add(key); receive(value); });
  };
  window.addEventListener('message', ({ data }) => receive(data), true);
</script>`;
}

function translation(texts: Readonly<Record<string, string>>): string {
  return `<script type="application/json">${JSON.stringify(texts).replaceAll('<', String.raw`\u003c`)}</script>`;
}

/** Text on the page, visible or for screen readers, that is neither translated nor from the host, with its location. */
export function untranslated(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const withoutPseudo = (text) => {
      let [rest, depth] = ['', 0];
      for (const part of text.split(/(\\[!!|!!\\])/)) {
        if (part === '[!!') depth += 1;
        else if (part === '!!]') depth -= 1;
        else if (depth === 0) rest += part + ' ';
      }
      return rest;
    };
    const isData = (text) => received.has(text) || (text.length > 60 && [...received].some((one) => one.startsWith(text)));
    // a name, an address, a protocol, a date pattern and a time of the browser's locale are the same in every language
    const isName = (text) => /^(?:https?|POST|GET|\\d+\\s[AP]M|SVG|PNG|[DMY]+(?:[-./][DMY]+)+|\\w+_&_\\w+|\\S*_selected\\.json|\\/\\/\\S+)$/.test(text);
    const isFine = (text) => isData(text.trim()) || withoutPseudo(text)
      .split(/[:·→↔,;()“”\\n=]|\\s-\\s/)
      .every((part) => !/\\p{L}{2}/u.test(part) || isData(part.trim()) || isName(part.trim()));
    const found = [];
    const look = (text, element, where) => {
      if (text && !isFine(text)) found.push(where + ' of <' + element.localName + ' class="' + element.className + '">: ' + text.trim());
    };
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) || element.closest('.unseen, option, optgroup') !== null;
    const within = (root) => [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? within(one.shadowRoot) : [])]);
    for (const element of within(document.body)) {
      if (!isSeen(element) || /^(?:script|style|svg|kbd|textarea)$/.test(element.localName)) continue;
      for (const name of ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt'])
        look(element.getAttribute(name), element, name);
      // the text of a cell comes from the record
      if (element.closest('[role=gridcell]') !== null) continue;
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) look(node.data, element, 'text');
    }
    return found;
  })()`);
}

/** What doesn't fit: a page wider than its window, and text cut off where nothing scrolls. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement;
    const found = scrollWidth > clientWidth ? ['the page is ' + scrollWidth + ' wide in ' + clientWidth] : [];
    for (const element of document.body.querySelectorAll('button, label, legend, summary, h1, h2, p, dt, dd, li, [role=status], [role=menuitem], [role=columnheader]')) {
      if (!element.checkVisibility() || element.closest('[role=grid], [role=table], .unseen') !== null) continue;
      const { overflowX, overflowY } = getComputedStyle(element);
      const isCut = (overflow, inside, outside) => overflow !== 'auto' && overflow !== 'scroll' && inside > outside + 1;
      if (element.clientWidth > 0 && isCut(overflowX, element.scrollWidth, element.clientWidth))
        found.push('<' + element.localName + ' class="' + element.className + '"> ' + element.scrollWidth + ' in ' + element.clientWidth + ': ' + element.textContent.trim());
      if (element.clientHeight > 0 && overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2)
        found.push('<' + element.localName + ' class="' + element.className + '"> ' + element.scrollHeight + ' high in ' + element.clientHeight + ': ' + element.textContent.trim());
    }
    return found;
  })()`);
}
