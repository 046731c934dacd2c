import DOMPurify from 'dompurify';
import { outsideAddress } from '../../../../model/address/outsideAddress.ts';

/** What a license may be made of. Anything else loses its tag and keeps its text. */
const allowedTags =
  `a abbr address article b bdi bdo blockquote br caption cite code col colgroup dd del dfn div dl dt em
  figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li mark ol p pre q s samp section small span strong sub
  sup table tbody td tfoot th thead tr u ul var`
    .trim()
    .split(/\s+/);

/** What is no text to read, beyond scripts, styles and frames: it goes with everything in it. */
const dropped = `applet button canvas datalist fencedframe frame frameset meter object optgroup option picture portal
  progress select textarea`
  .trim()
  .split(/\s+/);

const purifier = DOMPurify(window);
// an address is kept only where it may be opened outside, and in full
purifier.addHook('uponSanitizeAttribute', (_element, attribute) => {
  const address = attribute.attrName === 'href' ? outsideAddress(attribute.attrValue) : undefined;
  attribute.keepAttr = address !== undefined;
  if (address !== undefined) attribute.attrValue = address;
});

/** Foreign HTML as nodes of known kinds, without attributes but the address of a link. Nothing in it runs or is fetched. */
export function sanitize(html: string): DocumentFragment {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: ['href'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
    ADD_FORBID_CONTENTS: dropped,
    RETURN_DOM_FRAGMENT: true,
  });
}
