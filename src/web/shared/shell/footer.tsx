import { Link } from 'wouter';

import { touchTarget } from '../components/button';
import { paths } from '../paths';

interface FooterProps {
  /** Where help is in this part of the site; null where it is not open yet. */
  readonly help: string | null;
}

/** The foot of every signed-in page: whose it is, help, and the legal texts. */
export function Footer({ help }: FooterProps) {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-5 text-sm text-faint sm:px-6">
        <p>© 2019 – {new Date().getFullYear()} Shelfbridge</p>
        <nav aria-label="Footer" className="flex gap-5 max-sm:gap-6">
          {help !== null && <FooterLink href={help}>Help</FooterLink>}
          <FooterLink href={paths.privacy}>Privacy</FooterLink>
          <FooterLink href={paths.terms}>Terms</FooterLink>
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
