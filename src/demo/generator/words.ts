import type { Dice } from './dice.ts';

/** Given names, family names, cities and streets that belong together, so that a record reads as one person in one place. */
export interface Region {
  /** Codes of the countries it stands for. */
  readonly countries: readonly string[];
  readonly given: readonly string[];
  readonly family: readonly string[];
  readonly cities: readonly string[];
  readonly streets: readonly string[];
}

const words = (text: string): string[] => text.split(' ');
const phrases = (text: string): string[] => text.split(', ');

export const regions: readonly Region[] = [
  {
    countries: ['GB', 'US', 'CA', 'AU'],
    given: words(
      'James Mary Oliver Amelia Jack Isla Harry Ava George Mia Noah Grace Leo Freya Arthur Lily Oscar Evie Henry Rosie Aoife Siobhán',
    ),
    family: phrases(
      "Smith, Jones, Taylor, Brown, Williams, Wilson, Johnson, Davies, Patel, Robinson, Wright, Thompson, Evans, Walker, White, O'Brien, MacDonald, Featherstonehaugh-Cholmondeley, Smythe-Harrington",
    ),
    cities: phrases('London, Manchester, Leeds, Boston, Austin, Denver, Toronto, Sydney, St. John’s'),
    streets: phrases('High Street, Station Road, Main Street, Park Avenue, Church Lane, Victoria Road'),
  },
  {
    countries: ['DE', 'AT'],
    given: words(
      'Jürgen Hannelore Björn Käthe Sören Ursula Günther Anneliese Jörg Brünhilde Lukas Mia Felix Emilia Maximilian',
    ),
    family: phrases(
      'Müller, Schmidt, Schäfer, Groß, Weiß, Köhler, Größler, Jäger, Krüger, Böhm, Freiherr von und zu Hohenlohe-Waldenburg-Schillingsfürst',
    ),
    cities: phrases('Berlin, München, Köln, Düsseldorf, Nürnberg, Wien, Graz, Lübeck'),
    streets: phrases('Hauptstraße, Bahnhofstraße, Gartenweg, Schillerplatz, Königsallee'),
  },
  {
    countries: ['FR'],
    given: words('Émile Zoé François Chloé Gaëlle Noël Aurélie Théo Inès Léa Loïc Hélène'),
    family: phrases('Lefèvre, Béranger, Lemaître, Garçon, Dubois, Moreau, Hervé, Œuvrard, D’Aboville'),
    cities: phrases('Paris, Lyon, Orléans, Saint-Étienne, Nîmes, Besançon'),
    streets: phrases('rue de la Paix, avenue des Ternes, place d’Italie, boulevard Voltaire'),
  },
  {
    countries: ['ES', 'MX', 'AR', 'CL'],
    given: words('José María Íñigo Lucía Ángel Sofía Joaquín Belén Andrés Ximena Raúl Inés'),
    family: phrases('García, Rodríguez, Fernández, Núñez, Ibáñez, Peña, Muñoz, Gutiérrez de la Concha, Echeverría'),
    cities: phrases('Madrid, Málaga, A Coruña, Ciudad de México, Mérida, Córdoba, Valparaíso'),
    streets: phrases('Calle Mayor, Avenida de la Constitución, Paseo de Gracia, Plaza España'),
  },
  {
    countries: ['BR', 'PT'],
    given: words('João Conceição Antônio Luísa Márcia Thiago Letícia Caetano Iara'),
    family: phrases('da Silva, Gonçalves, Araújo, Magalhães, Simões, Assunção, dos Santos Guimarães'),
    cities: phrases('São Paulo, Brasília, Goiânia, Lisboa, Évora, Porto'),
    streets: phrases('Rua Augusta, Avenida Paulista, Travessa da Conceição'),
  },
  {
    countries: ['SE', 'NO', 'DK', 'FI'],
    given: words('Åsa Göran Øyvind Søren Ingrid Väinö Þóra Elin Håkon Astrid'),
    family: phrases('Ångström, Sjöberg, Bjørnstad, Sørensen, Hämäläinen, Lindqvist, Østergård'),
    cities: phrases('Göteborg, Malmö, Tromsø, Århus, Jyväskylä, Oslo'),
    streets: phrases('Storgatan, Kongens gate, Nørregade, Mannerheimintie'),
  },
  {
    countries: ['PL', 'CZ'],
    given: words('Łukasz Żaneta Václav Božena Jiří Małgorzata Ondřej Zbigniew Světlana'),
    family: phrases('Wiśniewski, Żółkiewska, Dvořák, Řezníček, Brzęczyszczykiewicz, Šťastný, Kowalczyk'),
    cities: phrases('Kraków, Łódź, Gdańsk, Plzeň, Ústí nad Labem, Brno'),
    streets: phrases('ulica Długa, Václavské náměstí, Piotrkowska'),
  },
  {
    countries: ['TR'],
    given: words('Ayşe Çağlar Gülşen İbrahim Özgür Şebnem Yiğit'),
    family: phrases('Yılmaz, Öztürk, Çelik, Şahin, Güneş, Doğan'),
    cities: phrases('İstanbul, İzmir, Eskişehir, Muğla'),
    streets: phrases('İstiklal Caddesi, Atatürk Bulvarı, Çınar Sokak'),
  },
  {
    countries: ['IN'],
    given: words('अनन्या राहुल प्रिया विक्रम लक्ष्मी अर्जुन Kavya Rohan Ananya Siddharth மீனா కృష్ణ'),
    family: phrases('शर्मा, पटेल, सिंह, अय्यर, Krishnamurthy, Venkatanarasimharajuvaripeta, Iyer, Banerjee, Desai'),
    cities: phrases('मुंबई, Pune, Bengaluru, दिल्ली, Kolkata, சென்னை, Goa'),
    streets: phrases('M.G. Road, Linking Road, गांधी मार्ग, Brigade Road'),
  },
  {
    countries: ['CN'],
    given: words('伟 芳 秀英 敏 静 丽 强 磊 建国 欣怡 子轩'),
    family: words('王 李 张 刘 陈 杨 黄 赵 欧阳 司马'),
    cities: words('上海 北京 广州 深圳 成都 杭州 西安'),
    streets: words('人民路 中山路 解放大道 南京西路'),
  },
  {
    countries: ['JP'],
    given: words('さくら 陽菜 蓮 大翔 結衣 健太 ミサキ 由紀子'),
    family: words('佐藤 鈴木 高橋 田中 渡辺 伊藤 小鳥遊 長谷川'),
    cities: words('東京 大阪 京都 札幌 福岡 横浜'),
    streets: words('銀座通り 中央通り 御堂筋 烏丸通'),
  },
  {
    countries: ['KR'],
    given: words('지훈 서연 민준 하은 도윤 수아'),
    family: words('김 이 박 최 정 남궁'),
    cities: words('서울 부산 인천 대구'),
    streets: words('세종대로 테헤란로 강남대로'),
  },
  {
    countries: ['SA', 'EG'],
    given: words('محمد فاطمة أحمد عائشة يوسف ليلى خالد مريم'),
    family: phrases('العمري, الحسيني, بن عبد الرحمن, المصري, حداد, القحطاني'),
    cities: words('الرياض القاهرة جدة الإسكندرية الدمام'),
    streets: phrases('شارع الملك فهد, شارع التحرير, طريق الكورنيش'),
  },
  {
    countries: ['IL'],
    given: words('נועה דוד תמר יוסף מאיה איתי'),
    family: phrases('כהן, לוי, מזרחי, בן־דוד, פרידמן'),
    cities: phrases('תל אביב, חיפה, ירושלים'),
    streets: phrases('רחוב דיזנגוף, שדרות רוטשילד'),
  },
  {
    countries: ['UA'],
    given: words('Олександр Оксана Дмитро Ірина Сергій Анастасія Євген'),
    family: phrases('Шевченко, Ковальчук, Бондаренко, Мельник, Кравець, Римський-Корсаков'),
    cities: phrases('Київ, Львів, Одеса, Харків'),
    streets: phrases('вулиця Хрещатик, проспект Свободи'),
  },
  {
    countries: ['GR'],
    given: words('Γεώργιος Ελένη Κωνσταντίνος Σοφία Δημήτρης Άννα'),
    family: phrases('Παπαδόπουλος, Οικονόμου, Γεωργίου, Νικολαΐδης, Παπαχριστοδουλόπουλος'),
    cities: phrases('Αθήνα, Θεσσαλονίκη, Πάτρα, Ηράκλειο'),
    streets: phrases('οδός Ερμού, λεωφόρος Συγγρού'),
  },
  {
    countries: ['TH', 'VN'],
    given: phrases('สมชาย, มาลี, Nguyễn Thị, Đức, Hương, ปรีชา'),
    family: phrases('ศรีสุวรรณ, Trần, Phạm, Võ, วงศ์ใหญ่, Nguyễn'),
    cities: phrases('กรุงเทพมหานคร, เชียงใหม่, Hà Nội, Đà Nẵng'),
    streets: phrases('ถนนสุขุมวิท, Đường Lê Lợi'),
  },
  {
    countries: ['IT', 'NL', 'KE', 'NG'],
    given: words('Niccolò Chiara Matthijs Wanjikũ Chukwuemeka Olúwaṣeun Giulia Sjoerd Amara'),
    family: phrases("D'Angelo, van den Heuvel, Kamau, Okonkwo, Adébáyò, Bianchi, de Vries, Ngũgĩ"),
    cities: phrases('Roma, Forlì, ’s-Hertogenbosch, Nairobi, Lagos, Utrecht'),
    streets: phrases('Via Garibaldi, Prinsengracht, Moi Avenue, Broad Street'),
  },
];

/** Rarely, what real data holds too: a nickname with an emoji, or a name in capitals. */
export function familyName(dice: Dice, region: Region): string {
  const name = dice.pick(region.family);
  const oddity = dice.below(400);
  if (oddity === 0) return `${name} 🌟`;
  return oddity === 1 ? name.toUpperCase() : name;
}

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
