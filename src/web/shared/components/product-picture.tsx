import { Image } from 'lucide-react';
import { useState } from 'react';

interface ProductPictureProps {
  /** Address at the platform's own image host, which the page's policy names; '' for none. */
  readonly url: string;
  readonly size: 'row' | 'heading';
}

const SIZES = { row: { box: 'size-9 sm:size-10', pixels: 40 }, heading: { box: 'size-16', pixels: 64 } } as const;

/**
 * Shows a product's picture beside its name, which says all that the picture does: screen readers skip it. It is loaded when it comes into sight. The
 * image host does not learn the page's address.
 */
export function ProductPicture({ url, size }: ProductPictureProps) {
  const [failed, setFailed] = useState('');
  const { box, pixels } = SIZES[size];
  const frame = `${box} shrink-0 rounded-md border border-line bg-sunken`;
  if (url === '' || failed === url) {
    return (
      <span aria-hidden className={`${frame} inline-flex items-center justify-center text-faint`}>
        <Image size={size === 'row' ? 16 : 24} />
      </span>
    );
  }
  return (
    <img
      src={url}
      alt=""
      width={pixels}
      height={pixels}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(url)}
      className={`${frame} object-cover`}
    />
  );
}
