import { outsideAddress } from '../../model/outsideAddress.ts';

/** What a licence may be made of. Anything else loses its tag and keeps its text. */
const kept = new Set(
  `a abbr address article b bdi bdo blockquote br caption cite code col colgroup dd del dfn div dl dt em figcaption
  figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li mark ol p pre q s samp section small span strong sub sup
  table tbody td tfoot th thead tr u ul var`
    .trim()
    .split(/\s+/),
);

/** What is no text to read: it goes with everything in it. */
const dropped = new Set(
  `applet audio base button canvas datalist embed fencedframe frame frameset head iframe img input link math meta meter
  noembed noframes noscript object optgroup option picture plaintext portal progress script select style svg template
  textarea title track video xmp`
    .trim()
    .split(/\s+/),
);

/**
 * Foreign HTML as new nodes of known kinds, without attributes but the address of a link. The text is parsed once, in a
 * document that runs and fetches nothing, and never written as HTML again: what a second parse would make of it cannot
 * happen.
 */
export function sanitise(html: string): DocumentFragment {
  const foreign = new DOMParser().parseFromString(html, 'text/html');
  const clean = document.createDocumentFragment();
  copyChildren(foreign.body, clean);
  return clean;
}

function copyChildren(from: Node, to: Node): void {
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) to.appendChild(document.createTextNode(child.nodeValue ?? ''));
    else if (child instanceof Element || child.nodeType === Node.ELEMENT_NODE) copyElement(child as Element, to);
  }
}

function copyElement(element: Element, to: Node): void {
  const name = element.localName.toLowerCase();
  const isHtml = element.namespaceURI === 'http://www.w3.org/1999/xhtml';
  if (!isHtml || dropped.has(name)) return;
  if (!kept.has(name)) return copyChildren(element, to);
  const copy = document.createElement(name);
  if (copy instanceof HTMLAnchorElement) {
    const address = outsideAddress(element.getAttribute('href') ?? '');
    if (address === undefined) return copyChildren(element, to);
    copy.href = address;
  }
  copyChildren(element, copy);
  to.appendChild(copy);
}
