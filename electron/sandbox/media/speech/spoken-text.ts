/**
 * Turns any text into words the English voices can say.
 *
 * Accents are dropped, Greek and Cyrillic are transliterated, common symbols become words; the rest (other scripts,
 * emoji) is skipped.
 */

const signs: Readonly<Record<string, string>> = {
  '€': ' euros ',
  '£': ' pounds ',
  '¥': ' yen ',
  '°': ' degrees ',
  '©': ' copyright ',
  '®': ' registered ',
  '™': ' trademark ',
  '×': ' times ',
  '÷': ' divided by ',
  '±': ' plus or minus ',
  '→': ' to ',
  '≈': ' about ',
  '≠': ' is not ',
  '≤': ' at most ',
  '≥': ' at least ',
  '∞': ' infinity ',
  '½': ' one half ',
  '¼': ' one quarter ',
  '¾': ' three quarters ',
  '–': ', ',
  '—': ', ',
  '…': '. ',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '¿': ' ',
  '¡': ' ',
  '。': '. ',
  '、': ', ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'th',
  þ: 'th',
  ı: 'i',
};

const greek = pairs(
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ h ψ ps ω o',
);
const cyrillic = pairs(
  'а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch ш sh ' +
    'щ shch ы y э e ю yu я ya і i ї yi є ye ґ g ў w ј y љ ly њ ny ћ ch ђ dj џ dzh',
);

const spellings: ReadonlyMap<string, string> = new Map([...Object.entries(signs), ...greek, ...cyrillic]);

function pairs(table: string): [string, string][] {
  const words = table.split(' ');
  return words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? '']] : []));
}

/** The text in ASCII; empty where no letter or digit is left. */
export function toSpokenText(text: string): string {
  const spoken = Array.from(spellKnown(text).normalize('NFKD'), spell)
    .join('')
    .replace(/[^\x20-\x7e]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /[a-z0-9]/i.test(spoken) ? spoken : '';
}

/** Before accents are removed: some characters (½, ™) would decompose into something else, and й into и. */
function spellKnown(text: string): string {
  return Array.from(text.normalize('NFC'), spell).join('');
}

function spell(character: string): string {
  const known = spellings.get(character);
  if (known !== undefined) return known;
  const small = spellings.get(character.toLowerCase());
  if (small !== undefined) return small.charAt(0).toUpperCase() + small.slice(1);
  return /\p{Mark}/u.test(character) ? '' : character;
}

/** The longest text spoken in one piece: the speech program's time grows with the square of it. */
const MAX_PIECE = 400;

/** Cuts at sentence ends, else at commas, else between words, else anywhere; no piece is empty. */
export function splitSpokenText(text: string): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > MAX_PIECE) {
    const end = cutPosition(rest.slice(0, MAX_PIECE));
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  pieces.push(rest);
  return pieces.filter((piece) => /[a-z0-9]/i.test(piece));
}

function cutPosition(head: string): number {
  for (const boundary of [/[.!?]["')\]]* (?=[^.!?]*$)/, /[,;:] (?=[^,;:]*$)/, / (?=[^ ]*$)/]) {
    const match = boundary.exec(head);
    if (match !== null && match.index > 0) return match.index + match[0].length;
  }
  return head.length;
}
