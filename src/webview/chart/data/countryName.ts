import { countryCodes, shortCode } from './countryCodes.ts';

/** What services and people write beside the usual English names; by code, parted by `|`. */
const otherNames: Readonly<Record<string, string>> = {
  AE: 'UAE|Emirates',
  BA: 'Bosnia and Herz.|Bosnia',
  BN: 'Brunei Darussalam',
  BO: 'Plurinational State of Bolivia',
  CD: 'DR Congo|Democratic Republic of the Congo|Dem. Rep. Congo|DRC|Congo Kinshasa|Congo-Kinshasa',
  CF: 'Central African Rep.',
  CG: 'Congo|Republic of the Congo|Congo Brazzaville',
  CI: 'Ivory Coast',
  CN: "People's Republic of China|PRC|China mainland",
  CV: 'Cape Verde',
  CZ: 'Czech Republic',
  DO: 'Dominican Rep.',
  EH: 'W. Sahara',
  FK: 'Falkland Islands (Malvinas)',
  FM: 'Federated States of Micronesia',
  GB: 'UK|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|United Kingdom of Great Britain and Northern Ireland',
  GM: 'The Gambia',
  GQ: 'Eq. Guinea',
  HK: 'Hong Kong',
  IR: 'Islamic Republic of Iran',
  KP: "Democratic People's Republic of Korea|DPRK",
  KR: 'Republic of Korea|Korea',
  LA: "Lao People's Democratic Republic|Lao PDR",
  MD: 'Republic of Moldova',
  MK: 'Macedonia|FYROM',
  MM: 'Burma',
  MO: 'Macau|Macao',
  NL: 'Holland|The Netherlands',
  PS: 'Palestine|State of Palestine|Occupied Palestinian Territory',
  RU: 'Russian Federation',
  SB: 'Solomon Is.',
  SS: 'S. Sudan',
  SY: 'Syrian Arab Republic',
  SZ: 'Swaziland|eSwatini',
  TL: 'East Timor',
  TR: 'Turkey|Türkiye',
  TW: 'Taiwan, Province of China',
  TZ: 'United Republic of Tanzania',
  US: 'USA|U.S.|U.S.A.|United States of America|America',
  VA: 'Holy See|Vatican',
  VE: 'Bolivarian Republic of Venezuela',
  VN: 'Viet Nam',
  XK: 'Kosovo',
};

let english: Intl.DisplayNames | undefined;

function englishName(code: string): string {
  english ??= new Intl.DisplayNames('en', { type: 'region' });
  return english.of(code) ?? code;
}

/** `Korea, Republic of` and `Republic of Korea` are the same words. */
function sameWords(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}|['’.]/gu, '')
    .toLowerCase();
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => (word === 'st' ? 'saint' : word === 'is' ? 'islands' : word))
    .filter((word) => word !== '' && !['the', 'of', 'and'].includes(word))
    .toSorted()
    .join(' ');
}

let byName: ReadonlyMap<string, string> | undefined;

function names(): ReadonlyMap<string, string> {
  byName ??= new Map([
    ...countryCodes.map((code) => [sameWords(englishName(code)), code] as const),
    ...Object.entries(otherNames).flatMap(([code, all]) =>
      all.split('|').map((name) => [sameWords(name), code] as const),
    ),
  ]);
  return byName;
}

/** Two letters for an ISO code of two or three letters or three digits, or an English name. */
export function countryCode(text: string): string | undefined {
  const name = text.trim();
  if (name.length > 80) return undefined;
  if (/^[A-Za-z]{2,3}$/.test(name) && name !== name.toLowerCase()) {
    const known = shortCode.get(name.toUpperCase());
    if (known) return known;
  }
  if (/^\d{1,3}$/.test(name)) return shortCode.get(name.padStart(3, '0'));
  return names().get(sameWords(name)) ?? (name.length <= 3 ? shortCode.get(name.toUpperCase()) : undefined);
}

/** `Germany` for `DE`. */
export function countryName(code: string): string {
  return englishName(code);
}
