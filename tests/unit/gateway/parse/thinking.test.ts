import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createThinkingSplitter } from '../../../../electron/gateway/parse/thinking/thinking-splitter';

/** Both texts of a reply that comes in these pieces. */
function split(pieces: readonly string[]) {
  const splitter = createThinkingSplitter();
  let [text, reasoning] = ['', ''];
  for (const step of [...pieces.map((piece) => splitter.push(piece)), splitter.end()]) {
    text = step.isWhole ? step.text : text + step.text;
    reasoning = step.isWhole ? step.reasoning : reasoning + step.reasoning;
  }
  return { text, reasoning };
}

const harmonyReply =
  '<|channel|>analysis<|message|>plan<|end|><|start|>assistant<|channel|>final<|message|>42<|return|>';

const thinking: readonly (readonly [what: string, reply: string, text: string, reasoning: string])[] = [
  ['a pair of tags', '<think>\nplan one two</think>\n\n42', '42', 'plan one two'],
  ['blanks before them', '\n\n <think>plan</think>42', '42', 'plan'],
  ['nothing between them', '<think>\n\n</think>\n\n42', '42', ''],
  ['other letters', '<THINK>plan</Think>42', '42', 'plan'],
  ['a tag with attributes', '<think type="plan" id=1>plan</think>42', '42', 'plan'],
  ['a tag that ends with another name', '<thinking>plan</think>\n\n42', '42', 'plan'],
  ['a word that ends with a tag', '<reasoning>plan\n</think>42', '42', 'plan'],
  [
    'what only mentions another name',
    '<thinking>I use </think> then.</thinking>42',
    '42',
    'I use </think> then.',
  ],
  ['zero-width blanks before them', '\u200b\ufeff<think>plan</think>42', '42', 'plan'],
  ['marks that a tokenizer calls unused', '<unused94>thought\nplan<unused95>42', '42', 'plan'],
  ['<thought>', '<thought>plan</thought>42', '42', 'plan'],
  ['<thinking>', '<thinking>plan</thinking>\n42', '42', 'plan'],
  ['<reasoning>', '<reasoning>plan</reasoning>42', '42', 'plan'],
  ['<reason>', '<reason>plan</reason>42', '42', 'plan'],
  ['<|inner_prefix|>', '<|inner_prefix|>plan<|inner_suffix|>42', '42', 'plan'],
  ['[THINK]', '[THINK]plan[/THINK]42', '42', 'plan'],
  ['◁think▷', '◁think▷plan◁/think▷42', '42', 'plan'],
  ['<seed:think>', '<seed:think>plan</seed:think>42', '42', 'plan'],
  ['<|START_THINKING|>', '<|START_THINKING|>plan<|END_THINKING|>42', '42', 'plan'],
  ['a channel of thought', '<|channel>thought\nplan<channel|>42', '42', 'plan'],
  ['a closing tag only', 'plan one two\n</think>\n\n42', '42', 'plan one two'],
  ['a closing tag only, on the same line', 'plan one two</think>42', '42', 'plan one two'],
  ['a closing tag after a sentence', 'I plan. </think> 42', '42', 'I plan.'],
  ['a closing tag and nothing before it', '</think>\n\n42', '42', ''],
  [
    'a closing tag after one that is mentioned',
    'I write <think> first.\n</think>42',
    '42',
    'I write <think> first.',
  ],
  ['a closing tag twice', '<think>plan</think>\n</think>42', '42', 'plan'],
  ['no end', '<think>plan one', '', 'plan one'],
  ['two parts at the beginning', '<think>a</think>\n<think>b</think>42', '42', 'a\n\nb'],
  ['a part between texts', 'Sure!\n\n<think>plan</think>\n\n42', 'Sure!\n\n42', 'plan'],
  [
    'a quoted closing tag inside',
    '<think>I end with `</think>` then.</think>42',
    '42',
    'I end with `</think>` then.',
  ],
  [
    'a code block that quotes tags inside',
    '<think>So:\n```\n<think>x</think>\n```\nDone</think>42',
    '42',
    'So:\n```\n<think>x</think>\n```\nDone',
  ],
  ['a code block inside that never ends', '<think>So:\n```\nx\n</think>\n\n42', '42', 'So:\n```\nx'],
  ['a tag on two sides of which words stand', 'One\n<think>plan</think>\nTwo', 'One\n\nTwo', 'plan'],
  ['thinking that was cut', '<think>Let me see', '', 'Let me see'],
  ['harmony', harmonyReply, '42', 'plan'],
  ['harmony from its first message', `<|start|>assistant${harmonyReply}`, '42', 'plan'],
  [
    'harmony whose beginning was part of the prompt',
    harmonyReply.slice('<|channel|>analysis<|message|>'.length),
    '42',
    'plan',
  ],
  ['harmony without its tokens', 'analysisThe plan.assistantfinal42', '42', 'The plan.'],
  [
    'harmony with a call of a tool',
    '<|channel|>analysis<|message|>plan<|end|><|start|>assistant<|channel|>commentary to=functions.look <|constrain|>json<|message|>{}<|call|>',
    '',
    'plan\n\n{}',
  ],
];

const plain: readonly string[] = [
  'Write `</think>` at the end.\n\n```xml\n<think>x</think>\n```\n',
  'Models use <think> and </think> for that.',
  'It ends with "</think>" or “</think>”.',
  'Close it with </think>.',
  'Use `<think>` here.\n\n`<think>` opens it, `</think>` closes it.',
  '- <think> opens\n- </think> closes\n',
  '1. Write:\n   ```xml\n   <think>\n   x\n   </think>\n   ```\n',
  '~~~\n</think>\n~~~\n42',
  'Text\n\n    <think>x</think>\n',
  '> <think>quoted</think>',
  'a < b <t and [TH] and <| and <|x|>',
  '`<|channel|>analysis<|message|>` begins it.',
  'analysis of the matter, with assistantfinal in it',
  '  \n indented',
  '\n\n',
  'A [link](x) and <br> and a <thing>.',
  'ends in <thi',
  '<think twice before you answer> is good advice.',
  'An element <thought mood="glad"> goes on.',
  'ends in <think a="',
  'Here is XML:\n<root>\n<reason>overdue</reason>\n<reasoning>x</reasoning>\n</root>',
  'Tags:\n\n<thought>\nfree\n</thought>\n<thoughts>x</thoughts>',
  'Two tags matter:\n1. <think> opens\n2. </think> closes\nThat is all.',
  'Steps:\n\n1. </think> closes the block.',
  'A model may emit\n</think> in the middle of a line.',
  'It ends like this!\n</think>',
  'The closing tag is</think>',
  '<think> is the tag that reasoning models use.',
  '[think], in brackets, is another one.',
  'Harmony uses <|start|>assistant<|channel|>analysis<|message|> to begin. After that it goes on.',
];

describe('thinking inside a text', () => {
  test.each(thinking)('%s is separated', (_what, reply, text, reasoning) => {
    expect(split([reply])).toEqual({ text, reasoning });
  });

  test.each(plain)('%j stays text', (reply) => {
    expect(split([reply])).toEqual({ text: reply, reasoning: '' });
  });

  test('is separated in the same way wherever the pieces are cut', () => {
    const replies = [...thinking.map(([, reply]) => reply), ...plain];
    for (const reply of replies) expect(split([...reply])).toEqual(split([reply]));
    fc.assert(
      fc.property(fc.constantFrom(...replies), fc.array(fc.nat(12), { maxLength: 20 }), (reply, sizes) => {
        const pieces: string[] = [];
        let rest = reply;
        for (const size of sizes) {
          pieces.push(rest.slice(0, size));
          rest = rest.slice(size);
        }
        expect(split([...pieces, rest])).toEqual(split([reply]));
      }),
    );
  });

  test('a closing tag alone ends nothing where the thinking came in its own field', () => {
    const splitter = createThinkingSplitter();
    expect(splitter.push('One\n</think>\nTwo', true)).toMatchObject({
      text: 'One\n</think>\nTwo',
      reasoning: '',
    });
  });
});
