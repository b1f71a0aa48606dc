import { Link } from 'wouter';

import { touchTarget } from '../components/button';
import { paths } from '../paths';
import { shellText } from './shell.text';

interface FooterProps {
  /** The path of the help page; null where it is not available. */
  readonly help: string | null;
}

/** The footer of signed-in pages: copyright, help and legal texts. */
export function Footer({ help }: FooterProps) {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-5 text-sm text-faint sm:px-6">
        <p>{shellText.copyright(new Date().getFullYear())}</p>
        <nav aria-label={shellText.footerNavigation} className="flex gap-5 max-sm:gap-6">
          {help !== null && <FooterLink href={help}>{shellText.pages.help}</FooterLink>}
          <FooterLink href={paths.privacy}>{shellText.privacy}</FooterLink>
          <FooterLink href={paths.terms}>{shellText.terms}</FooterLink>
        </nav>
      </div>
    </footer>
  );
}

function FooterLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <Link href={href} className={`rounded-sm text-muted no-underline hover:text-ink hover:underline ${touchTarget}`}>
      {children}
    </Link>
  );
}
