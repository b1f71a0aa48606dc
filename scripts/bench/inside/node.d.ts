// The few parts of Node that the programs here use inside the runtime: Node's own types contradict the Workers runtime's.
declare module 'node:process' {
  const process: {
    readonly argv: readonly string[];
    cpuUsage(before?: { user: number; system: number }): { user: number; system: number };
  };
  export default process;
}
declare module 'node:v8' {
  export function getHeapStatistics(): { readonly used_heap_size: number };
}
