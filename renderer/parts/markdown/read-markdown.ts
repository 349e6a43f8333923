/** How a model's text is read: what is done to it before the parser, and the parser's plugins. */
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkCjkFriendlyGfmStrikethrough from 'remark-cjk-friendly-gfm-strikethrough';
import remarkMath from 'remark-math';
import { defaultRemarkPlugins, type StreamdownProps } from 'streamdown';
import { withAddressEnds } from './bare-addresses';
import { withBlanks } from './blanks';
import { directions } from './directions';
import { harmlessTags } from './harmless-tags';
import { withMathMarks } from './math-marks';

const { gfm, ...others } = defaultRemarkPlugins;
const [remarkGfm] = [gfm].flat();
/** `100~200` is a range: only two tildes strike out. */
const strikes = { singleTilde: false };

/** A single dollar stays a dollar here; `withMathMarks` has already separated formulas from prices. */
export const remarkPlugins = [
  [remarkGfm, strikes],
  ...Object.values(others),
  // Bold and struck text ends beside the punctuation of Chinese, Japanese and Korean, which has no blank behind it.
  remarkCjkFriendly,
  [remarkCjkFriendlyGfmStrikethrough, strikes],
  [remarkMath, { singleDollarTextMath: false }],
  harmlessTags,
  directions,
] as NonNullable<StreamdownProps['remarkPlugins']>;

/** @param isGrowing whether more of the text may come */
export const prepared = (text: string, isGrowing = false): string =>
  withMathMarks(withBlanks(withAddressEnds(text)), isGrowing);
