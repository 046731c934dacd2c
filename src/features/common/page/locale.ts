import { localeFor } from '../../../model/formatNumber.ts';

interface Surroundings {
  readonly document?: { readonly documentElement: { readonly lang: string } };
  readonly navigator?: { readonly languages?: readonly string[] };
}

const { document: page, navigator: reader }: Surroundings = globalThis;
const likely = reader?.languages ?? [];

/** How the reader writes numbers and dates, in the language of the page. */
export const locale = localeFor(page?.documentElement.lang || (likely[0] ?? 'en'), likely);

/** An object that is made when something in it is first asked for: before that the page may not know its language. */
export function lazyWords<Words extends object>(make: () => Words): Words {
  let made: Words | undefined;
  return new Proxy({} as Words, { get: (_, name) => Reflect.get((made ??= make()), name) as unknown });
}
