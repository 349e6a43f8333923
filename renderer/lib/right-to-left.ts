/**
 * A letter of a script that is written from right to left, by the codes of ISO 15924: Hebrew, Arabic, Syriac, Thaana,
 * N’Ko, Adlam, Samaritan, Mandaic.
 */
export const rightToLeft =
  /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Samr}\p{sc=Mand}]/u;
