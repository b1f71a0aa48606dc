/** Bundled as text, see wrangler.toml. */
declare module '*.graphql' {
  const text: string;
  export default text;
}
