import { Image } from 'lucide-react';
import { useState } from 'react';

interface ProductPictureProps {
  /** Address at the platform's own image host, which the page's policy names; '' for none. */
  readonly url: string;
}

/** Width and height, in px. */
const SIDE = 64;

/**
 * Shows a product's picture beside its name, which says all that the picture does: screen readers skip it. It is loaded when it comes into sight. The
 * image host does not learn the page's address.
 */
export function ProductPicture({ url }: ProductPictureProps) {
  const [failed, setFailed] = useState('');
  const frame = 'size-16 shrink-0 rounded-md border border-line bg-sunken';
  if (failed === url) {
    return (
      <span aria-hidden className={`${frame} inline-flex items-center justify-center text-faint`}>
        <Image size={24} />
      </span>
    );
  }
  return (
    <img
      src={url}
      alt=""
      width={SIDE}
      height={SIDE}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(url)}
      className={`${frame} object-cover`}
    />
  );
}
