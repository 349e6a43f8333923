/** Whether a text that comes in pieces is one whole object or list of JSON by now; each character is read once. */
export interface JsonEnd {
  push(text: string): void;
  /** The brackets that it began with are closed. */
  isWhole(): boolean;
}

export function createJsonEnd(): JsonEnd {
  let depth = 0;
  let hasBegun = false;
  let isInString = false;
  let isEscaped = false;

  const inString = (sign: string) => {
    if (isEscaped) isEscaped = false;
    else if (sign === '\\') isEscaped = true;
    else if (sign === '"') isInString = false;
  };
  const outside = (sign: string) => {
    if (sign === '"') isInString = true;
    else if (sign === '{' || sign === '[') {
      depth += 1;
      hasBegun = true;
    } else if (sign === '}' || sign === ']') depth -= 1;
  };
  return {
    push(text) {
      for (const sign of text) (isInString ? inString : outside)(sign);
    },
    isWhole: () => hasBegun && depth <= 0 && !isInString,
  };
}
