import { Image } from 'lucide-react';
import { useState } from 'react';

import { cx } from './class-names';

interface ProductPictureProps {
  /** Address at the platform's own image host, which the page's policy names; '' for none. */
  readonly url: string;
  /** What it shows, for screen readers; '' beside the name, which says all that the picture does. */
  readonly alt?: string;
  /** As high as a row of a list. */
  readonly small?: boolean;
}

/** Width and height, in px. */
const SIDE = 64;
const SMALL_SIDE = 40;

/** Shows a product's picture. It is loaded when it comes into sight, and leaves its place if it cannot be. The image host does not learn the page's address. */
export function ProductPicture({ url, alt = '', small = false }: ProductPictureProps) {
  const [failed, setFailed] = useState('');
  const frame = cx(small ? 'size-10' : 'size-16', 'shrink-0 rounded-md border border-line bg-sunken');
  const side = small ? SMALL_SIDE : SIDE;
  if (failed === url) {
    return (
      <span aria-hidden className={`${frame} inline-flex items-center justify-center text-faint`}>
        <Image size={small ? 18 : 24} />
      </span>
    );
  }
  return (
    <img
      src={url}
      alt={alt}
      width={side}
      height={side}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(url)}
      className={`${frame} object-cover`}
    />
  );
}
