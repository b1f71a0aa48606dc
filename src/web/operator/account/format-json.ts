const INDENT = '  ';
const OPENS: ReadonlySet<string> = new Set(['{', '[']);
const CLOSES: ReadonlySet<string> = new Set(['}', ']']);

/** The parts of a JSON text: strings whole, marks one by one, anything else (numbers, words) as it stands. */
const PARTS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gu;

/**
 * A JSON text set out over lines, part by part as it was sent: a number is not read and written anew, which would change those
 * that JavaScript cannot hold. What is no JSON comes back as it is.
 */
export function setOut(json: string): string {
  if (!isJson(json)) return json;
  const parts = json.match(PARTS) ?? [];
  let depth = 0;
  let text = '';
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1] ?? '';
    if (CLOSES.has(part)) {
      depth -= 1;
      text += OPENS.has(parts[index - 1] ?? '') ? part : `${line(depth)}${part}`;
    } else if (OPENS.has(part)) {
      depth += 1;
      text += CLOSES.has(next) ? part : `${part}${line(depth)}`;
    } else if (part === ',') text += `,${line(depth)}`;
    else text += part === ':' ? ': ' : part;
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
