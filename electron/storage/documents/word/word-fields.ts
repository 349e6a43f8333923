/** Fields of a Word document: what is worked out stands in it, but for boxes to tick and lists to choose from. */

import { attributeOf } from '../xml-events';
import { isOn, valOf } from './word-styles';

type Rule = (attributes: string) => void;

/** The number of the page where the program last drew it says nothing. */
const PAGE_NUMBER = /^\s*(?:page|numpages|sectionpages)\b/i;
const MOST_CODE = 100;
const MOST_FIELDS = 50;

export function wordFields() {
  /** The codes of open fields; `isResult` behind what separates a code from what it gave. */
  const fields: { code: string; isResult: boolean; readonly isSimple: boolean }[] = [];
  let box: { isTicked: boolean } | null = null;
  let isCode = false;
  let list: { chosen: number; readonly entries: string[] } | null = null;
  const begin = (code: string, isSimple: boolean) => {
    if (fields.length < MOST_FIELDS) fields.push({ code, isResult: isSimple, isSimple });
  };
  const mark = (attributes: string) => {
    const type = attributeOf(attributes, 'fldCharType');
    const last = fields.at(-1);
    if (type === 'begin') begin('', false);
    else if (last !== undefined && type === 'separate') last.isResult = true;
    else if (last !== undefined && type === 'end') fields.pop();
  };
  const open: Readonly<Record<string, Rule>> = {
    fldChar: mark,
    fldSimple: (attributes) => begin(attributeOf(attributes, 'instr') ?? '', true),
    instrText: () => {
      isCode = true;
    },
    checkBox: () => {
      box = { isTicked: false };
    },
    checked: (attributes) => {
      if (box !== null) box.isTicked = isOn(attributes);
    },
    default: (attributes) => {
      if (box !== null) box.isTicked = isOn(attributes);
      if (list !== null) list.chosen = Number(valOf(attributes)) || 0;
    },
    ddList: () => {
      list = { chosen: 0, entries: [] };
    },
    result: (attributes) => {
      if (list !== null) list.chosen = Number(valOf(attributes)) || 0;
    },
    listEntry: (attributes) => void list?.entries.push(valOf(attributes)),
  };
  return {
    open,
    close: (say: (text: string) => void) => ({
      instrText: () => {
        isCode = false;
      },
      fldSimple: () => {
        if (fields.at(-1)?.isSimple === true) fields.pop();
      },
      checkBox: () => {
        say(box?.isTicked === true ? '☑' : '☐');
        box = null;
      },
      ddList: () => {
        say(list?.entries[list.chosen] ?? '');
        list = null;
      },
    }),
    isPageNumber: () => fields.some(({ code, isResult }) => isResult && PAGE_NUMBER.test(code)),
    /** @returns whether a text is the code of a field */
    take(text: string): boolean {
      const field = fields.at(-1);
      if (isCode && field !== undefined && field.code.length < MOST_CODE) field.code += text;
      return isCode;
    },
  };
}
