import { localeFor } from '../../model/formatNumber.ts';

interface Surroundings {
  readonly document?: { readonly documentElement: { readonly lang: string } };
  readonly navigator?: { readonly languages?: readonly string[] };
}

const { document: page, navigator: reader }: Surroundings = globalThis;
const likely = reader?.languages ?? [];

/** How the reader writes numbers and dates, in the language of the page. */
export const locale = localeFor(page?.documentElement.lang || (likely[0] ?? 'en'), likely);
