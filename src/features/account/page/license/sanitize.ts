import DOMPurify from 'dompurify';
import { outsideAddress } from '../../../../model/address/outsideAddress.ts';

/** Allowed elements of a license. Other elements lose their tag and keep their text. */
const allowedTags =
  `a abbr address article b bdi bdo blockquote br caption cite code col colgroup dd del dfn div dl dt em
  figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li mark ol p pre q s samp section small span strong sub
  sup table tbody td tfoot th thead tr u ul var`
    .trim()
    .split(/\s+/);

/** Elements removed with their content because it is not readable text, in addition to scripts, styles and frames. */
const removedElements =
  `applet button canvas datalist fencedframe frame frameset meter object optgroup option picture portal
  progress select textarea`
    .trim()
    .split(/\s+/);

const purifier = DOMPurify(window);
// keep only a link target that may be opened externally, as an absolute address
purifier.addHook('uponSanitizeAttribute', (_element, attribute) => {
  const address = attribute.attrName === 'href' ? outsideAddress(attribute.attrValue) : undefined;
  attribute.keepAttr = address !== undefined;
  if (address !== undefined) attribute.attrValue = address;
});

/**
 * Sanitizes untrusted HTML to known elements without attributes except link targets. Nothing in it runs or is fetched.
 */
export function sanitize(html: string): DocumentFragment {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: ['href'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
    ADD_FORBID_CONTENTS: removedElements,
    RETURN_DOM_FRAGMENT: true,
  });
}
