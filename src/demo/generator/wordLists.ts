import type { SeededRandom } from './dice.ts';

const list = (text: string): readonly string[] => text.split(text.includes(', ') ? ', ' : ' ');

/** Matching names and places, so that a record looks like one person in one place. */
interface Region {
  /** Codes of the countries that it represents. */
  readonly countries: readonly string[];
  readonly given: readonly string[];
  readonly family: readonly string[];
  readonly cities: readonly string[];
  readonly streets: readonly string[];
}

type RegionLine = readonly [countries: string, given: string, family: string, cities: string, streets: string];

const lines: readonly RegionLine[] = [
  [
    'GB US CA AU',
    'James Mary Oliver Amelia Jack Isla Harry Ava George Mia Noah Grace Leo Freya Arthur Lily Oscar Evie Henry Rosie Aoife Siobhán',
    "Smith, Jones, Taylor, Brown, Williams, Wilson, Johnson, Davies, Patel, Robinson, Wright, Thompson, Evans, Walker, White, O'Brien, MacDonald, Featherstonehaugh-Cholmondeley, Smythe-Harrington",
    'London, Manchester, Leeds, Boston, Austin, Denver, Toronto, Sydney, St. John’s',
    'High Street, Station Road, Main Street, Park Avenue, Church Lane, Victoria Road',
  ],
  [
    'DE AT',
    'Jürgen Hannelore Björn Käthe Sören Ursula Günther Anneliese Jörg Brünhilde Lukas Mia Felix Emilia Maximilian',
    'Müller, Schmidt, Schäfer, Groß, Weiß, Köhler, Größler, Jäger, Krüger, Böhm, Freiherr von und zu Hohenlohe-Waldenburg-Schillingsfürst',
    'Berlin, München, Köln, Düsseldorf, Nürnberg, Wien, Graz, Lübeck',
    'Hauptstraße, Bahnhofstraße, Gartenweg, Schillerplatz, Königsallee',
  ],
  [
    'FR',
    'Émile Zoé François Chloé Gaëlle Noël Aurélie Théo Inès Léa Loïc Hélène',
    'Lefèvre, Béranger, Lemaître, Garçon, Dubois, Moreau, Hervé, Œuvrard, D’Aboville',
    'Paris, Lyon, Orléans, Saint-Étienne, Nîmes, Besançon',
    'rue de la Paix, avenue des Ternes, place d’Italie, boulevard Voltaire',
  ],
  [
    'ES MX AR CL',
    'José María Íñigo Lucía Ángel Sofía Joaquín Belén Andrés Ximena Raúl Inés',
    'García, Rodríguez, Fernández, Núñez, Ibáñez, Peña, Muñoz, Gutiérrez de la Concha, Echeverría',
    'Madrid, Málaga, A Coruña, Ciudad de México, Mérida, Córdoba, Valparaíso',
    'Calle Mayor, Avenida de la Constitución, Paseo de Gracia, Plaza España',
  ],
  [
    'BR PT',
    'João Conceição Antônio Luísa Márcia Thiago Letícia Caetano Iara',
    'da Silva, Gonçalves, Araújo, Magalhães, Simões, Assunção, dos Santos Guimarães',
    'São Paulo, Brasília, Goiânia, Lisboa, Évora, Porto',
    'Rua Augusta, Avenida Paulista, Travessa da Conceição',
  ],
  [
    'SE NO DK FI',
    'Åsa Göran Øyvind Søren Ingrid Väinö Þóra Elin Håkon Astrid',
    'Ångström, Sjöberg, Bjørnstad, Sørensen, Hämäläinen, Lindqvist, Østergård',
    'Göteborg, Malmö, Tromsø, Århus, Jyväskylä, Oslo',
    'Storgatan, Kongens gate, Nørregade, Mannerheimintie',
  ],
  [
    'PL CZ',
    'Łukasz Żaneta Václav Božena Jiří Małgorzata Ondřej Zbigniew Světlana',
    'Wiśniewski, Żółkiewska, Dvořák, Řezníček, Brzęczyszczykiewicz, Šťastný, Kowalczyk',
    'Kraków, Łódź, Gdańsk, Plzeň, Ústí nad Labem, Brno',
    'ulica Długa, Václavské náměstí, Piotrkowska',
  ],
  [
    'TR',
    'Ayşe Çağlar Gülşen İbrahim Özgür Şebnem Yiğit',
    'Yılmaz, Öztürk, Çelik, Şahin, Güneş, Doğan',
    'İstanbul, İzmir, Eskişehir, Muğla',
    'İstiklal Caddesi, Atatürk Bulvarı, Çınar Sokak',
  ],
  [
    'IN',
    'अनन्या राहुल प्रिया विक्रम लक्ष्मी अर्जुन Kavya Rohan Ananya Siddharth மீனா కృష్ణ',
    'शर्मा, पटेल, सिंह, अय्यर, Krishnamurthy, Venkatanarasimharajuvaripeta, Iyer, Banerjee, Desai',
    'मुंबई, Pune, Bengaluru, दिल्ली, Kolkata, சென்னை, Goa',
    'M.G. Road, Linking Road, गांधी मार्ग, Brigade Road',
  ],
  [
    'CN',
    '伟 芳 秀英 敏 静 丽 强 磊 建国 欣怡 子轩',
    '王 李 张 刘 陈 杨 黄 赵 欧阳 司马',
    '上海 北京 广州 深圳 成都 杭州 西安',
    '人民路 中山路 解放大道 南京西路',
  ],
  [
    'JP',
    'さくら 陽菜 蓮 大翔 結衣 健太 ミサキ 由紀子',
    '佐藤 鈴木 高橋 田中 渡辺 伊藤 小鳥遊 長谷川',
    '東京 大阪 京都 札幌 福岡 横浜',
    '銀座通り 中央通り 御堂筋 烏丸通',
  ],
  ['KR', '지훈 서연 민준 하은 도윤 수아', '김 이 박 최 정 남궁', '서울 부산 인천 대구', '세종대로 테헤란로 강남대로'],
  [
    'SA EG',
    'محمد فاطمة أحمد عائشة يوسف ليلى خالد مريم',
    'العمري, الحسيني, بن عبد الرحمن, المصري, حداد, القحطاني',
    'الرياض القاهرة جدة الإسكندرية الدمام',
    'شارع الملك فهد, شارع التحرير, طريق الكورنيش',
  ],
  [
    'IL',
    'נועה דוד תמר יוסף מאיה איתי',
    'כהן, לוי, מזרחי, בן־דוד, פרידמן',
    'תל אביב, חיפה, ירושלים',
    'רחוב דיזנגוף, שדרות רוטשילד',
  ],
  [
    'UA',
    'Олександр Оксана Дмитро Ірина Сергій Анастасія Євген',
    'Шевченко, Ковальчук, Бондаренко, Мельник, Кравець, Римський-Корсаков',
    'Київ, Львів, Одеса, Харків',
    'вулиця Хрещатик, проспект Свободи',
  ],
  [
    'GR',
    'Γεώργιος Ελένη Κωνσταντίνος Σοφία Δημήτρης Άννα',
    'Παπαδόπουλος, Οικονόμου, Γεωργίου, Νικολαΐδης, Παπαχριστοδουλόπουλος',
    'Αθήνα, Θεσσαλονίκη, Πάτρα, Ηράκλειο',
    'οδός Ερμού, λεωφόρος Συγγρού',
  ],
  [
    'TH VN',
    'สมชาย, มาลี, Nguyễn Thị, Đức, Hương, ปรีชา',
    'ศรีสุวรรณ, Trần, Phạm, Võ, วงศ์ใหญ่, Nguyễn',
    'กรุงเทพมหานคร, เชียงใหม่, Hà Nội, Đà Nẵng',
    'ถนนสุขุมวิท, Đường Lê Lợi',
  ],
  [
    'IT NL KE NG',
    'Niccolò Chiara Matthijs Wanjikũ Chukwuemeka Olúwaṣeun Giulia Sjoerd Amara',
    "D'Angelo, van den Heuvel, Kamau, Okonkwo, Adébáyò, Bianchi, de Vries, Ngũgĩ",
    'Roma, Forlì, ’s-Hertogenbosch, Nairobi, Lagos, Utrecht',
    'Via Garibaldi, Prinsengracht, Moi Avenue, Broad Street',
  ],
];

export const regions: readonly Region[] = lines.map(([countries, given, family, cities, streets]) => ({
  countries: list(countries),
  given: list(given),
  family: list(family),
  cities: list(cities),
  streets: list(streets),
}));

/** Occasionally, as in real data, a nickname with an emoji or a name in capitals. */
export function familyName(dice: SeededRandom, region: Region): string {
  const name = dice.pick(region.family);
  const oddity = dice.below(400);
  if (oddity === 0) return `${name} 🌟`;
  return oddity === 1 ? name.toUpperCase() : name;
}

export const jobTitles = list(
  'Buyer, Head of Purchasing, Managing Director, Leiterin Einkauf, Directeur général, IT Manager, Plant Manager, Owner, Accountant, Gerente de compras, 采购经理, 営業部長, Главный инженер, Chief Information Security Officer (interim), Office Manager, Logistics Coordinator',
);
export const campaigns = list(
  'Spring Fair 2024, Autumn Webinar, Hannover Messe, Partner Days, Website Relaunch, Postcards, Ελληνική έκθεση, 展示会 2025, Référencement, Cold Winter',
);
export const competitors = list('Northwind, Contoso, Fabrikam, Tailspin, Litware, Proseware');
export const subjects = list(
  'Call back, Send quotation, Demo on site, Follow up after the fair, Rückruf wegen Angebot, Envoyer le devis, 送付資料の確認, 安排演示, Договор на подпись, Ask for references, Coffee ☕',
);
const companyWords = list(
  'Acme, Borealis, Cobalt, Dunmore, Eastgate, Fjord, Granit, Helix, Ibérica, Jade, Kestrel, Lumière, Meridian, Nordlicht, Ostrava, Północ, Quarz, Rosewood, Sågverk, Tēja, Umbra, Vulkan, Westerly, Ypsilon, Zürich, भारत, 华东, 桜, النور, Восток, Ελλάς',
);
const companyTrades = list(
  'Foods, Metall, Textiles, Logistics, Software, Papier, Optics, Chemie, Energy, Möbel, Pharma, Shipping, Télécom, Tools',
);
const companyForms = list('Ltd., GmbH & Co. KG, S.A., Inc., AB, Sp. z o.o., Pvt. Ltd., K.K., Oy, S.p.A.');
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

export function companyName(dice: SeededRandom): string {
  return `${dice.pick(companyWords)} ${dice.pick(companyTrades)} ${dice.pick(companyForms)}`;
}

/** One to three sentences, each on its own line. */
export function remarks(dice: SeededRandom): string {
  const first = dice.pick(sentences);
  if (dice.chance(0.6)) return first;
  return dice.chance(0.7)
    ? `${first}\n${dice.pick(sentences)}`
    : `${first}\n\n${dice.pick(sentences)}\n${dice.pick(sentences)}`;
}

export function phoneNumber(dice: SeededRandom): string {
  return `+${dice.between(1, 98)} ${dice.between(100, 999)} ${dice.between(1_000_000, 9_999_999)}`;
}

/** Addresses are ASCII whatever the name's script, and end in a domain reserved for examples. */
export function mailAddress(dice: SeededRandom, word: string, id: number): string {
  const plain = /^[a-z]+$/i.test(word) ? word.toLowerCase() : `contact${dice.below(100)}`;
  return `${plain}.${id}@example.${dice.pick(['com', 'org', 'net'])}`;
}
