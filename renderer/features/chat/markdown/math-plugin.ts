/** Formulas, apart from the rest: their renderer and fonts are loaded with the first formula. */
import { createMathPlugin } from '@streamdown/math';
import 'katex/dist/katex.min.css';

/** A single dollar stays a dollar: prices are more common in chats than inline formulas. */
export const plugin = createMathPlugin({ singleDollarTextMath: false, errorColor: 'var(--bad)' });
