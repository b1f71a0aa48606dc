import { Link } from 'wouter';

import { textLink } from '../../shared/components/button';
import { Page } from '../../shared/components/page';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { sessionAtom } from '../../shared/state/session';
import { text, type LegalPart } from './legal.text';

/** The privacy page. */
export function PrivacyPage() {
  return <LegalText {...text.privacy} />;
}

/** The terms of service. */
export function TermsPage() {
  return <LegalText {...text.terms} />;
}

interface LegalTextProps {
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly LegalPart[];
}

/** A legal text. Without a session it links back to sign-in. */
function LegalText({ title, lead, parts }: LegalTextProps) {
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
            {text.backToSignIn}
          </Link>
        </p>
      )}
    </Page>
  );
}
