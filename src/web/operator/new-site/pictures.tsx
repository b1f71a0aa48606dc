import { Fact } from '../../shared/components/facts';
import { text } from './new-site.text';

interface PicturesProps {
  readonly urls: readonly string[];
  /** What they show. */
  readonly name: string;
}

/** Shows pictures with links to their full size. The URLs come from a platform, so only http and https are allowed. */
export function Pictures({ urls, name }: PicturesProps) {
  const safe = urls.filter((url) => URL.parse(url)?.protocol === 'https:' || URL.parse(url)?.protocol === 'http:');
  return (
    <Fact name={text.lookup.images}>
      {safe.length === 0 ? (
        '–'
      ) : (
        <span className="flex flex-wrap justify-end gap-2">
          {safe.map((url, index) => (
            <a key={url} href={url} target="_blank" rel="noreferrer" className="rounded-md">
              <img
                src={url}
                alt={text.lookup.image(name, index + 1, safe.length)}
                loading="lazy"
                referrerPolicy="no-referrer"
                className="size-16 rounded-md border border-line bg-sunken object-cover text-xs text-faint"
              />
            </a>
          ))}
        </span>
      )}
    </Fact>
  );
}
