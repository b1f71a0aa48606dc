/** Files that are served as they are; both bundlers import them as text. */
declare module '*.txt' {
  const text: string;
  export default text;
}
