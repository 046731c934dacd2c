/** ISO 3166-1: alpha-2, alpha-3 and numeric code of each country. */
const codes =
  'ADAND020 AEARE784 AFAFG004 AGATG028 AIAIA660 ALALB008 AMARM051 AOAGO024 AQATA010 ARARG032 ASASM016 ATAUT040 ' +
  'AUAUS036 AWABW533 AXALA248 AZAZE031 BABIH070 BBBRB052 BDBGD050 BEBEL056 BFBFA854 BGBGR100 BHBHR048 BIBDI108 ' +
  'BJBEN204 BLBLM652 BMBMU060 BNBRN096 BOBOL068 BQBES535 BRBRA076 BSBHS044 BTBTN064 BVBVT074 BWBWA072 BYBLR112 ' +
  'BZBLZ084 CACAN124 CCCCK166 CDCOD180 CFCAF140 CGCOG178 CHCHE756 CICIV384 CKCOK184 CLCHL152 CMCMR120 CNCHN156 ' +
  'COCOL170 CRCRI188 CUCUB192 CVCPV132 CWCUW531 CXCXR162 CYCYP196 CZCZE203 DEDEU276 DJDJI262 DKDNK208 DMDMA212 ' +
  'DODOM214 DZDZA012 ECECU218 EEEST233 EGEGY818 EHESH732 ERERI232 ESESP724 ETETH231 FIFIN246 FJFJI242 FKFLK238 ' +
  'FMFSM583 FOFRO234 FRFRA250 GAGAB266 GBGBR826 GDGRD308 GEGEO268 GFGUF254 GGGGY831 GHGHA288 GIGIB292 GLGRL304 ' +
  'GMGMB270 GNGIN324 GPGLP312 GQGNQ226 GRGRC300 GSSGS239 GTGTM320 GUGUM316 GWGNB624 GYGUY328 HKHKG344 HMHMD334 ' +
  'HNHND340 HRHRV191 HTHTI332 HUHUN348 IDIDN360 IEIRL372 ILISR376 IMIMN833 ININD356 IOIOT086 IQIRQ368 IRIRN364 ' +
  'ISISL352 ITITA380 JEJEY832 JMJAM388 JOJOR400 JPJPN392 KEKEN404 KGKGZ417 KHKHM116 KIKIR296 KMCOM174 KNKNA659 ' +
  'KPPRK408 KRKOR410 KWKWT414 KYCYM136 KZKAZ398 LALAO418 LBLBN422 LCLCA662 LILIE438 LKLKA144 LRLBR430 LSLSO426 ' +
  'LTLTU440 LULUX442 LVLVA428 LYLBY434 MAMAR504 MCMCO492 MDMDA498 MEMNE499 MFMAF663 MGMDG450 MHMHL584 MKMKD807 ' +
  'MLMLI466 MMMMR104 MNMNG496 MOMAC446 MPMNP580 MQMTQ474 MRMRT478 MSMSR500 MTMLT470 MUMUS480 MVMDV462 MWMWI454 ' +
  'MXMEX484 MYMYS458 MZMOZ508 NANAM516 NCNCL540 NENER562 NFNFK574 NGNGA566 NINIC558 NLNLD528 NONOR578 NPNPL524 ' +
  'NRNRU520 NUNIU570 NZNZL554 OMOMN512 PAPAN591 PEPER604 PFPYF258 PGPNG598 PHPHL608 PKPAK586 PLPOL616 PMSPM666 ' +
  'PNPCN612 PRPRI630 PSPSE275 PTPRT620 PWPLW585 PYPRY600 QAQAT634 REREU638 ROROU642 RSSRB688 RURUS643 RWRWA646 ' +
  'SASAU682 SBSLB090 SCSYC690 SDSDN729 SESWE752 SGSGP702 SHSHN654 SISVN705 SJSJM744 SKSVK703 SLSLE694 SMSMR674 ' +
  'SNSEN686 SOSOM706 SRSUR740 SSSSD728 STSTP678 SVSLV222 SXSXM534 SYSYR760 SZSWZ748 TCTCA796 TDTCD148 TFATF260 ' +
  'TGTGO768 THTHA764 TJTJK762 TKTKL772 TLTLS626 TMTKM795 TNTUN788 TOTON776 TRTUR792 TTTTO780 TVTUV798 TWTWN158 ' +
  'TZTZA834 UAUKR804 UGUGA800 UMUMI581 USUSA840 UYURY858 UZUZB860 VAVAT336 VCVCT670 VEVEN862 VGVGB092 VIVIR850 ' +
  'VNVNM704 VUVUT548 WFWLF876 WSWSM882 YEYEM887 YTMYT175 ZAZAF710 ZMZMB894 ZWZWE716';

/** Coordinates of countries that are too small for the atlas: code, longitude, latitude. */
const spots =
  'AD1.6,42.5 AG-61.8,17.1 AI-63.1,18.2 AS-170.7,-14.3 AW-70,12.5 AX20,60.2 BB-59.5,13.2 BH50.5,26 BL-62.8,17.9 ' +
  'BM-64.8,32.3 BQ-68.3,12.2 CC96.8,-12.2 CK-159.8,-21.2 CV-23.6,15.1 CW-69,12.2 CX105.7,-10.5 DM-61.4,15.4 ' +
  'FM158.2,6.9 FO-6.9,62.1 GD-61.7,12.1 GF-53,4 GG-2.6,49.5 GI-5.4,36.1 GP-61.6,16.2 GU144.8,13.4 HK114.1,22.4 ' +
  'IM-4.6,54.2 IO72.4,-7.3 JE-2.1,49.2 KI-157.4,1.9 KM43.4,-11.6 KN-62.7,17.3 KY-81.3,19.3 LC-61,13.9 ' +
  'LI9.5,47.2 MC7.4,43.8 MF-63.1,18.1 MH171.2,7.1 MO113.5,22.2 MP145.8,15.2 MQ-61,14.7 MS-62.2,16.7 MT14.5,35.9 ' +
  'MU57.6,-20.3 MV73.5,4.2 NF167.9,-29.1 NR166.9,-0.5 NU-169.9,-19.1 PF-149.4,-17.7 PM-56.3,46.9 PN-128.3,-24.4 ' +
  'PW134.6,7.5 RE55.5,-21.1 SC55.5,-4.7 SG103.8,1.4 SH-5.7,-16 SJ16,78.5 SM12.5,43.9 ST6.6,0.2 SX-63.1,18 ' +
  'TC-71.7,21.8 TK-171.8,-9.2 TO-175.2,-21.2 TV179.2,-8.5 VA12.4,41.9 VC-61.2,13.3 VG-64.6,18.4 VI-64.7,17.7 ' +
  'WF-178.1,-14.3 WS-172.5,-13.6 YT45.2,-12.8';

/** Alpha-2 codes by alpha-3 or numeric code. */
export const shortCode: ReadonlyMap<string, string> = new Map(
  codes.split(' ').flatMap((entry) => {
    const short = entry.slice(0, 2);
    return [short, entry.slice(2, 5), entry.slice(5)].map((code) => [code, short] as const);
  }),
);

const countryCodes: readonly string[] = codes.split(' ').map((entry) => entry.slice(0, 2));

export const smallCountries: ReadonlyMap<string, { readonly longitude: number; readonly latitude: number }> = new Map(
  spots.split(' ').map((entry) => {
    const [longitude = 0, latitude = 0] = entry.slice(2).split(',').map(Number);
    return [entry.slice(0, 2), { longitude, latitude }];
  }),
);

/** Alternative names in addition to the usual English ones, by code, separated by `|`. */
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

/** Normalizes word order, so that `Korea, Republic of` equals `Republic of Korea`. */
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

/** Returns the alpha-2 code for an ISO alpha-2, alpha-3 or numeric code, or an English name. */
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
