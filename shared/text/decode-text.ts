/** Text files in any encoding: what is certain by its bytes is decoded, the rest by a guess that a person can change. */
import { type TextEncoding, textEncodings } from './text-encodings';

/** In the order that decides between guesses that are equally good. */
const guessed: readonly TextEncoding[] = [
  ...(['Windows-1252', 'GBK', 'Shift-JIS', 'EUC-JP', 'EUC-KR', 'Big5'] as const),
  ...(['Windows-1251', 'KOI8-R', 'Windows-1250'] as const),
];
const marks: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ['UTF-8', [0xef, 0xbb, 0xbf]],
  ['UTF-16 LE', [0xff, 0xfe]],
  ['UTF-16 BE', [0xfe, 0xff]],
];
const sampleBytes = 64 * 1024;

export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
  /** Another encoding may be the right one. */
  readonly isGuess: boolean;
}

/** `null` for a binary file. */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  const known = marked ?? (isUtf8(bytes) ? 'UTF-8' : null);
  if (known !== null) return decoded(bytes, known, false);
  const wide = wideOrder(bytes);
  if (wide !== null) return decoded(bytes, wide, true);
  const best = isBinary(bytes) ? null : bestGuess(bytes.subarray(0, sampleBytes));
  return best && decoded(bytes, best, true);
}

/** By the encoding that a person chose; what it can't hold becomes a replacement sign. */
export function decodeAs(bytes: Uint8Array, encoding: TextEncoding): string {
  const text = new TextDecoder(textEncodings[encoding]).decode(bytes);
  return encoding === 'Windows-1252' ? text.replace(/[\x80-\x9f]/g, westernSign) : text;
}

/** Some hosts take Windows-1252 for Latin-1, which has no signs here; five are in neither. */
const WESTERN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const westernSign = (sign: string): string => WESTERN[sign.charCodeAt(0) - 0x80] ?? sign;

function decoded(bytes: Uint8Array, encoding: TextEncoding, isGuess: boolean): DecodedText | null {
  const text = decodeAs(bytes, encoding);
  return text.includes('\0') ? null : { text, encoding, isGuess };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // UTF-16 of Latin text is valid UTF-8, full of zeros.
    return !bytes.includes(0);
  } catch {
    return false;
  }
}

const isBinary = (bytes: Uint8Array): boolean =>
  bytes.some((byte) => byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1a && byte !== 0x1b);

/** A few bytes are too few for a guess. */
const shortestWide = 6;

/** Two bytes a sign, without a mark: the high byte of spaces, digits and line ends is zero, in one of the two places. */
function wideOrder(bytes: Uint8Array): TextEncoding | null {
  const zeros = [0, 0];
  const sample = bytes.subarray(0, sampleBytes);
  for (let at = 0; at < sample.length; at += 1)
    if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (
    bytes.length % 2 !== 0 ||
    Math.max(even, odd) < 1 ||
    bytes.length < shortestWide ||
    Math.min(even, odd) * 4 > Math.max(even, odd)
  )
    return null;
  if (isPlainBesideZeros(bytes)) return null;
  const encoding = even > odd ? 'UTF-16 BE' : 'UTF-16 LE';
  // Any binary file may have its zeros so: as text it holds signs that are none.
  const signs = decodeAs(sample, encoding).slice(0, -1);
  return isControl(signs) || /[\ufffd\ufffe\uffff]/.test(signs) ? null : encoding;
}

/** A text of one byte a sign with a few zeros in it: half of the bytes of such signs in UTF-16 are zeros. */
function isPlainBesideZeros(bytes: Uint8Array): boolean {
  const others = bytes.filter((byte) => byte !== 0);
  return (bytes.length - others.length) * 4 < bytes.length && isUtf8(others) && !isBinary(others);
}

const isControl = (signs: string): boolean =>
  isBinary(Uint8Array.from(signs, (sign) => Math.min(0xff, sign.charCodeAt(0))));

function bestGuess(sample: Uint8Array): TextEncoding | null {
  let best: TextEncoding | null = null;
  let most = 0;
  for (const encoding of guessed) {
    const score = scoreOf(decodeAs(sample, encoding), countHigh(sample), encoding);
    if (score > most) [best, most] = [encoding, score];
  }
  return best;
}

const countHigh = (bytes: Uint8Array): number => bytes.reduce((count, byte) => count + (byte >> 7), 0);

// How much a text decoded by a guess looks like what people write in that encoding.

/** The most frequent signs of each language: in a text of some length they can't be missing. */
const frequent: Readonly<Partial<Record<TextEncoding, string>>> = {
  GBK: '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运请价格表单',
  Big5: '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作里用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運請價格表單',
  'EUC-KR':
    '이다는을를의가에고하지도로은한사기어대나자인해시그수리아보서일있것들정스부라면게전제주상장안여구과적만원소조성우동비신국중공개문관세경유회오생마실무연학내거금위지방미선되야요니습까입녕반갑름값격품명날짜',
};
const isIn = new Map<TextEncoding, ReadonlySet<string>>();

const isFrequent = (encoding: TextEncoding, sign: string): boolean => {
  const known = isIn.get(encoding) ?? new Set(frequent[encoding] ?? '');
  isIn.set(encoding, known);
  return known.has(sign);
};

const invalid = -3;
const likely = 1;
const plausible = 0.4;
const unlikely = 0.1;

/**
 * About 1 for a text in its own encoding, less for others; below zero where it holds what can't be.
 *
 * @param bytes how many the signs beyond ASCII were made of
 */
function scoreOf(text: string, bytes: number, encoding: TextEncoding): number {
  const weigh = weighers[encoding];
  if (weigh === undefined) return 0;
  const signs = [...text];
  // A sample may end inside of a sign.
  if (signs.at(-1) === '\ufffd') signs.pop();
  const isWide = wide.includes(encoding);
  let sum = 0;
  for (const [at, sign] of signs.entries()) {
    if (sign < '\x80') continue;
    const weight = /[\ufffd\x80-\x9f\p{Co}\p{Cn}]/u.test(sign) ? invalid : weigh(sign, signs, at);
    sum += weight * (isWide && !isHalf(sign) ? 2 : 1);
  }
  return sum / Math.max(1, bytes);
}

const wide: readonly TextEncoding[] = ['GBK', 'Big5', 'Shift-JIS', 'EUC-JP', 'EUC-KR'];
const isHalf = (sign: string): boolean => /[\uff61-\uff9f]/.test(sign);

type Weigh = (sign: string, signs: readonly string[], at: number) => number;

const isWidePunctuation = (sign: string): boolean =>
  /[\u3000-\u3011\uff01-\uff5e\u2014\u2018-\u201d\u2026\u00b7]/.test(sign);

const chinese =
  (encoding: 'GBK' | 'Big5'): Weigh =>
  (sign) => {
    if (isFrequent(encoding, sign) || isWidePunctuation(sign)) return likely;
    return /[\u4e00-\u9fff]/.test(sign) ? 0.55 : unlikely;
  };

const japanese: Weigh = (sign) => {
  if (/[\u3041-\u3096\u30a1-\u30fc]/.test(sign) || isWidePunctuation(sign)) return likely;
  if (isHalf(sign)) return 0.25;
  return /[\u4e00-\u9fff]/.test(sign) ? 0.6 : unlikely;
};

const korean: Weigh = (sign) => {
  if (isFrequent('EUC-KR', sign) || isWidePunctuation(sign)) return likely;
  return /[\uac00-\ud7a3]/.test(sign) ? 0.5 : unlikely;
};

const cyrillic: Weigh = (sign, signs, at) => {
  const before = signs[at - 1] ?? ' ';
  if (!/\p{Script=Cyrillic}/u.test(sign)) return /[«»—–“”„№…]/.test(sign) ? likely : unlikely;
  // In the wrong one of two encodings, small letters are large ones.
  const isTurned = /\p{Lu}/u.test(sign) && /\p{Ll}/u.test(before);
  if (isTurned || /[A-Za-z]/.test(before)) return unlikely;
  return /[а-яА-ЯёЁіїєґІЇЄҐ]/.test(sign) ? 0.95 : plausible;
};

const latin =
  (letters: string): Weigh =>
  (sign, signs, at) => {
    const [before, after] = [signs[at - 1] ?? ' ', signs[at + 1] ?? ' '];
    if (!letters.includes(sign))
      return /[«»“”„‘’–—…€£§°©®²³µ·¡¿ª\u00a0]/.test(sign) && !isInWord(before, after) ? likely : unlikely;
    // A word has at most two such letters in a row.
    const isRun = before >= '\x80' && after >= '\x80';
    return isRun ? unlikely : likely;
  };

/** `’` may be inside of one and is unambiguous. */
const isInWord = (before: string, after: string): boolean => /\p{Ll}/u.test(before) && /\p{Ll}/u.test(after);

const western = 'àâäáãåæçèéêëìíîïñòóôöõøùúûüýÿßœðþÀÂÄÁÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖÕØÙÚÛÜÝŸŒÐÞšžŠŽ’';
const central = 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽäôľĺŕöőüűÖŐÜŰÄăâîşţșțĂÂÎŞŢđĐß’';

const weighers: Readonly<Partial<Record<TextEncoding, Weigh>>> = {
  'Windows-1252': latin(western),
  'Windows-1250': latin(central),
  'Windows-1251': cyrillic,
  'KOI8-R': cyrillic,
  GBK: chinese('GBK'),
  Big5: chinese('Big5'),
  'Shift-JIS': japanese,
  'EUC-JP': japanese,
  'EUC-KR': korean,
};
