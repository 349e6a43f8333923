/**
 * Where a text holds code, as parts of a regular expression: what reads marks of its own leaves these out. They are the
 * first two groups of the expression, whose references count from its beginning.
 */
export const fencedCode = '(?:^|\\n)[ \\t]*(`{3,}|~{3,})[\\s\\S]*?(?:\\n[ \\t]*\\1[`~]*[ \\t]*(?=\\n|$)|$)';
export const inlineCode = '(?<!`)(`+)(?!`)(?:[^`]|(?!(?<!`)\\2(?!`))`)*?(?<!`)\\2(?!`)';
