/** Names as people know them, with the label of the Encoding Standard. */
export const textEncodings = {
  'UTF-8': 'utf-8',
  'UTF-16 LE': 'utf-16le',
  'UTF-16 BE': 'utf-16be',
  'Windows-1252': 'windows-1252',
  'Windows-1250': 'windows-1250',
  'Windows-1251': 'windows-1251',
  'KOI8-R': 'koi8-r',
  GBK: 'gb18030',
  Big5: 'big5',
  'Shift-JIS': 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
} as const;
export type TextEncoding = keyof typeof textEncodings;
