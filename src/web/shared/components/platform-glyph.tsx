import { sourceName, type Source } from '../../../domain/source';

/**
 * Renders a neutral mark of a platform: a bag for the online store, a till for the point of sale. It avoids the platforms'
 * trademarks. `named` adds the platform's name for screen readers.
 */
export function PlatformGlyph({
  source,
  size = 18,
  named = false,
}: {
  readonly source: Source;
  readonly size?: number;
  readonly named?: boolean;
}) {
  const name = named ? { role: 'img', 'aria-label': sourceName(source) } : { 'aria-hidden': true };
  return (
    <svg
      {...name}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      {source === 'shopify' ? (
        <>
          <path d="M4.3 7h11.4l.9 9.2a1 1 0 0 1-1 1.1H4.4a1 1 0 0 1-1-1.1z" />
          <path d="M7 9.5V6a3 3 0 0 1 6 0v3.5" />
        </>
      ) : (
        <>
          <rect x="4" y="2.8" width="12" height="8.4" rx="1.6" />
          <path d="M7 6h6M7 8.4h3" />
          <path d="M3.2 14.2h13.6M5 11.2l-1.8 3v2a1 1 0 0 0 1 1h11.6a1 1 0 0 0 1-1v-2l-1.8-3" />
        </>
      )}
    </svg>
  );
}

/** The product's logo: a shelf under the arch of a bridge. */
export function BrandMark({ size = 26 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-[#2f4bb8]" />
      <path d="M6 22h20M8 22v-4M24 22v-4M8 18a8 8 0 0 1 16 0" fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  );
}
