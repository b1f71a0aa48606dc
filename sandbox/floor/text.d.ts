/** Files that are served unchanged; both bundlers import them as text. */
declare module '*.txt' {
  const text: string;
  export default text;
}
