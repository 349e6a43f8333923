/** Encodings of bytes in RTF, by the charset of a font or by a number of a code page. */

/** Others are that of the document. */
export const charsets: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
/** Of fonts that draw symbols. */
export const SYMBOL_CHARSET = 2;

const codePages: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

export const codePageOf = (number: number): string =>
  codePages[number] ?? (number >= 1_250 && number <= 1_258 ? `windows-${number}` : 'windows-1252');
