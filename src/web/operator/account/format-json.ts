const INDENT = '  ';
const OPENS: ReadonlySet<string> = new Set(['{', '[']);
const CLOSES: ReadonlySet<string> = new Set(['}', ']']);

/** The tokens of a JSON text: strings, punctuation, and numbers or literals. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gu;

/**
 * Indents a JSON text without parsing its numbers, since JavaScript cannot represent all of them exactly. A text that is not
 * JSON is returned unchanged.
 */
export function formatJson(json: string): string {
  if (!isJson(json)) return json;
  const tokens = json.match(TOKENS) ?? [];
  let depth = 0;
  let text = '';
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1] ?? '';
    if (CLOSES.has(token)) {
      depth -= 1;
      text += OPENS.has(tokens[index - 1] ?? '') ? token : `${line(depth)}${token}`;
    } else if (OPENS.has(token)) {
      depth += 1;
      text += CLOSES.has(next) ? token : `${token}${line(depth)}`;
    } else if (token === ',') text += `,${line(depth)}`;
    else text += token === ':' ? ': ' : token;
  }
  return text;
}

function line(depth: number): string {
  return `\n${INDENT.repeat(depth)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
