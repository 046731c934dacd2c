import type { Dice } from './dice.ts';

export const jobTitles = [
  'Buyer',
  'Head of Purchasing',
  'Managing Director',
  'Leiterin Einkauf',
  'Directeur général',
  'IT Manager',
  'Plant Manager',
  'Owner',
  'Accountant',
  'Gerente de compras',
  '采购经理',
  '営業部長',
  'Главный инженер',
  'Chief Information Security Officer (interim)',
  'Office Manager',
  'Logistics Coordinator',
];
export const campaigns = [
  'Spring Fair 2024',
  'Autumn Webinar',
  'Hannover Messe',
  'Partner Days',
  'Website Relaunch',
  'Postcards',
  'Ελληνική έκθεση',
  '展示会 2025',
  'Référencement',
  'Cold Winter',
];
export const competitors = ['Northwind', 'Contoso', 'Fabrikam', 'Tailspin', 'Litware', 'Proseware'];
const sentences = [
  'Wants a quotation before the end of the quarter.',
  'Asked for references from the same industry.',
  'Uses spreadsheets today and is not happy with them.',
  'Bitte nur nachmittags anrufen; vormittags ist Frau Größler außer Haus.',
  'Préfère être contacté par e-mail.',
  'Necesita la factura con la dirección fiscal nueva.',
  'ग्राहक को अगले सप्ताह डेमो चाहिए।',
  '客户希望在年底前完成部署。',
  '来月のご来社時に見積書をお渡しする予定です。',
  'يرجى التواصل قبل نهاية الأسبوع.',
  'Просит перезвонить после обеда.',
  'Θέλει παρουσίαση στα γραφεία της εταιρείας.',
  'חוזר אלינו אחרי החגים.',
  '고객이 다음 달에 다시 연락하기로 했습니다.',
  'Budget approved 👍, waiting for the signature.',
  'Says "maybe next year"; see <notes>, 50% & more.',
  '=SUM(A1:A9) was pasted here by mistake.',
];
export const subjects = [
  'Call back',
  'Send quotation',
  'Demo on site',
  'Follow up after the fair',
  'Rückruf wegen Angebot',
  'Envoyer le devis',
  '送付資料の確認',
  '安排演示',
  'Договор на подпись',
  'Ask for references',
  'Coffee ☕',
];
const companyWords = [
  'Acme',
  'Borealis',
  'Cobalt',
  'Dunmore',
  'Eastgate',
  'Fjord',
  'Granit',
  'Helix',
  'Ibérica',
  'Jade',
  'Kestrel',
  'Lumière',
  'Meridian',
  'Nordlicht',
  'Ostrava',
  'Północ',
  'Quarz',
  'Rosewood',
  'Sågverk',
  'Tēja',
  'Umbra',
  'Vulkan',
  'Westerly',
  'Ypsilon',
  'Zürich',
  'भारत',
  '华东',
  '桜',
  'النور',
  'Восток',
  'Ελλάς',
];
const companyTrades = [
  'Foods',
  'Metall',
  'Textiles',
  'Logistics',
  'Software',
  'Papier',
  'Optics',
  'Chemie',
  'Energy',
  'Möbel',
  'Pharma',
  'Shipping',
  'Télécom',
  'Tools',
];
const companyForms = ['Ltd.', 'GmbH & Co. KG', 'S.A.', 'Inc.', 'AB', 'Sp. z o.o.', 'Pvt. Ltd.', 'K.K.', 'Oy', 'S.p.A.'];

export function companyName(dice: Dice): string {
  return `${dice.pick(companyWords)} ${dice.pick(companyTrades)} ${dice.pick(companyForms)}`;
}

/** One to three sentences, on lines of their own. */
export function remarks(dice: Dice): string {
  const first = dice.pick(sentences);
  if (dice.chance(0.6)) return first;
  return dice.chance(0.7)
    ? `${first}\n${dice.pick(sentences)}`
    : `${first}\n\n${dice.pick(sentences)}\n${dice.pick(sentences)}`;
}

export function phoneNumber(dice: Dice): string {
  return `+${dice.between(1, 98)} ${dice.between(100, 999)} ${dice.between(1_000_000, 9_999_999)}`;
}

/** Addresses are ASCII whatever the name's script, and end in a domain that is kept for examples. */
export function mailAddress(dice: Dice, word: string, id: number): string {
  const plain = /^[a-z]+$/i.test(word) ? word.toLowerCase() : `contact${dice.below(100)}`;
  return `${plain}.${id}@example.${dice.pick(['com', 'org', 'net'])}`;
}
