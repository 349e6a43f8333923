import { describe, expect, test } from 'vitest';
import { withMathMarks } from '../../../../renderer/parts/markdown/math-marks';

describe('a formula', () => {
  test.each([
    ['so \\(x^2\\) is', 'so $$x^2$$ is'],
    ['\\( a \\) and \\(b\\)', '$$a$$ and $$b$$'],
    ['\\[ E = mc^2 \\]', '$$\nE = mc^2\n$$'],
    ['so:\n\\[\nx = 1\n\\]\nthen', 'so:\n$$\nx = 1\n$$\nthen'],
    ['- one\n  \\[x = 1\\]', '- one\n  $$\n  x = 1\n  $$'],
    ['within \\[x = 1\\] a line', 'within $$x = 1$$ a line'],
    ['so $x$ and $n-1$ and $f(x)$', 'so $$x$$ and $$n-1$$ and $$f(x)$$'],
    ['$\\alpha_1 = 3$', '$$\\alpha_1 = 3$$'],
    ['设$x$为整数，$n-1$个', '设$$x$$为整数，$$n-1$$个'],
    ['정수$a$는', '정수$$a$$는'],
  ])('%j is marked', (text, marked) => expect(withMathMarks(text)).toBe(marked));
});

describe('text that is not a formula', () => {
  test.each([
    ['It costs $5 and $10.'],
    ['$5-$10, or US$5 and CA$6'],
    ['between $20 and $30/month'],
    ['a \\[not a link\\] here'],
    ['- one — \\[[more](https://example.com/a_b)\\]\n- two — \\[[more](https://example.com/c_d)\\]'],
    ['\\[[back](#the_top)\\]'],
    ['an escaped \\\\(x\\\\) stays'],
    ['`\\(x\\)` and ``a ` $x$``'],
    ['```tex\n\\[x\\]\n$a$\n```'],
    ['- ```sh\n  echo $A$ $B\n  ```'],
    ['$$\nx\n$$'],
    ['$$x$$ is'],
    ['no end \\( here'],
    ['\\(\n\n\\)'],
    ['PATH=$HOME/bin:$PATH'],
    ['从$5到$10元，约$3/个，a$b$c'],
  ])('%j stays as it is', (text) => expect(withMathMarks(text)).toBe(text));
});
