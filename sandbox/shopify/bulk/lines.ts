type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the nodes of a connection's result, or null when the value is not a connection. */
export function nodesOf(value: unknown): unknown[] | null {
  if (!isObject(value)) return null;
  const { edges, nodes } = value;
  if (Array.isArray(nodes)) return nodes as unknown[];
  if (!Array.isArray(edges)) return null;
  return (edges as unknown[]).map((edge) => (isObject(edge) ? edge['node'] : null));
}

interface Child {
  readonly node: Json;
}

/** Returns the object without its connections, and adds their nodes to `children`. */
function without(object: Json, children: Child[]): Json {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) {
    const nodes = nodesOf(value);
    if (nodes !== null) {
      for (const node of nodes) if (isObject(node)) children.push({ node });
    } else kept[name] = isObject(value) ? without(value, children) : value;
  }
  return kept;
}

/**
 * Appends the lines of one node: itself, then the nodes of its connections with `__parentId`, which names the nearest enclosing
 * connection's node.
 */
function linesOf(node: Json, parent: string | null, lines: string[]): void {
  const children: Child[] = [];
  const own = without(node, children);
  lines.push(JSON.stringify(parent === null ? own : { ...own, __parentId: parent }));
  const id = typeof own['id'] === 'string' ? own['id'] : parent;
  for (const child of children) linesOf(child.node, id, lines);
}

/** Returns a page of a bulk result as JSONL. */
export function toLines(nodes: readonly unknown[]): string[] {
  const lines: string[] = [];
  for (const node of nodes) if (isObject(node)) linesOf(node, null, lines);
  return lines;
}
