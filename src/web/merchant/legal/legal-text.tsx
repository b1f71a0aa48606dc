import { Link } from 'wouter';

import { textLink } from '../../shared/components/button';
import { Page } from '../../shared/components/page';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { sessionAtom } from '../../shared/state/session';

/** A part of a legal text: its heading and paragraphs. */
export interface LegalPart {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

interface LegalTextProps {
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly LegalPart[];
}

/** A legal text, set for reading; whoever is not signed in is led back to where he would. */
export function LegalText({ title, lead, parts }: LegalTextProps) {
  const signedIn = (latest(useAtomValue(sessionAtom))?.shopifyDomain ?? '') !== '';
  return (
    <Page width="text" title={title} lead={lead}>
      <div className="flex flex-col gap-6 rounded-lg border border-line bg-surface px-5 py-5 shadow-card sm:px-7 sm:py-6">
        {parts.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2 className="mb-1.5 font-semibold">{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-1.5 max-w-prose text-muted">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </div>
      {!signedIn && (
        <p className="mt-5 text-center">
          <Link href="/" className={textLink}>
            Back to sign-in
          </Link>
        </p>
      )}
    </Page>
  );
}
