import { localeFor } from '../../../model/formatNumber.ts';

interface Surroundings {
  readonly document?: { readonly documentElement: { readonly lang: string } };
  readonly navigator?: { readonly languages?: readonly string[] };
}

/** Locale for numbers and dates, in the language of the page. */
export function pageLocale(): string {
  const { document: page, navigator: reader }: Surroundings = globalThis;
  const likely = reader?.languages ?? [];
  return localeFor(page?.documentElement.lang || (likely[0] ?? 'en'), likely);
}

/** Creates the object on first access: before that, the page's language may be unknown. */
export function lazyWords<Words extends object>(make: () => Words): Words {
  let made: Words | undefined;
  return new Proxy({} as Words, { get: (_, name) => Reflect.get((made ??= make()), name) as unknown });
}
