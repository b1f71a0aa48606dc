import { Fact } from '../../shared/components/facts';

interface PicturesProps {
  readonly urls: readonly string[];
  /** Whose pictures they are. */
  readonly of: string;
}

/** The pictures of a thing, each leading to the whole of it. The addresses are a platform's: only those of the web are followed. */
export function Pictures({ urls, of }: PicturesProps) {
  const safe = urls.filter((url) => URL.parse(url)?.protocol === 'https:' || URL.parse(url)?.protocol === 'http:');
  return (
    <Fact name="Images">
      {safe.length === 0 ? (
        '–'
      ) : (
        <span className="flex flex-wrap justify-end gap-2">
          {safe.map((url, index) => (
            <a key={url} href={url} target="_blank" rel="noreferrer" className="rounded-md">
              <img
                src={url}
                alt={`${of}, ${index + 1} of ${safe.length}`}
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
