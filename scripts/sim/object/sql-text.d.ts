/** Migrations of the shared database, bundled as text. */
declare module '*.sql' {
  const text: string;
  export default text;
}
