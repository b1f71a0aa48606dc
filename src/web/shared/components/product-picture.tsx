import { Image } from 'lucide-react';
import { useState } from 'react';

interface ProductPictureProps {
  /** Address at the platform's own image host, which the page's policy names; '' for none. */
  readonly url: string;
  readonly size: 'small' | 'row' | 'heading';
}

const SIZES = {
  small: { box: 'size-7', pixels: 28, icon: 14 },
  row: { box: 'size-10', pixels: 40, icon: 16 },
  heading: { box: 'size-16', pixels: 64, icon: 24 },
} as const;

/**
 * Shows a product's picture beside its name, which says all that the picture does: screen readers skip it. It is loaded when it comes into sight. The
 * image host does not learn the page's address.
 */
export function ProductPicture({ url, size }: ProductPictureProps) {
  const [failed, setFailed] = useState('');
  const { box, pixels, icon } = SIZES[size];
  const frame = `${box} shrink-0 rounded-md border border-line bg-sunken`;
  if (url === '' || failed === url) {
    return (
      <span aria-hidden className={`${frame} inline-flex items-center justify-center text-faint`}>
        <Image size={icon} />
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
