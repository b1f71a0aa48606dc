/** A page of docs/ as text. */
declare module '*.md?raw' {
  const text: string;
  export default text;
}

interface ImportMeta {
  /** Files as text, by their paths; Vite makes the list when it bundles a test. */
  glob(pattern: string, options: { readonly query: '?raw'; readonly import: 'default'; readonly eager: true }): Record<string, string>;
  /** Modules by their paths. */
  glob<T>(pattern: string, options: { readonly eager: true }): Record<string, T>;
}
