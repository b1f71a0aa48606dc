import { useEffect, useState, type SubmitEvent } from 'react';
import { Link } from 'wouter';

import { Button, textLink } from '../../shared/components/button';
import { TextField } from '../../shared/components/field';
import { BrandMark, PlatformGlyph } from '../../shared/components/platform-glyph';
import { paths, SIGN_IN } from '../../shared/paths';
import { sharedText } from '../../shared/shared.text';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { appInfoAtom } from '../../shared/state/session';
import { text } from './sign-in.text';
import { readShop, SHOP_SUFFIX, shopProblem } from './state';

/** Reduces a pasted address to the shop before the browser submits the form. */
function sendShop(event: SubmitEvent<HTMLFormElement>): void {
  const box = event.currentTarget.elements.namedItem('shop');
  if (box instanceof HTMLInputElement) box.value = readShop(box.value);
}

/** Shows the sign-in form for a shop domain. */
export function SignInPage() {
  const [typed, setTyped] = useState('');
  const listing = latest(useAtomValue(appInfoAtom))?.appListingUrl ?? '';
  const shop = readShop(typed);
  const problem = shopProblem(shop);
  useEffect(() => {
    document.title = sharedText.documentTitle(text.documentTitle);
  }, []);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-12">
      <div className="w-full max-w-sm">
        <div className="mb-7 flex flex-col items-center gap-3 text-center">
          <BrandMark size={44} />
          <h1 className="text-2xl font-semibold tracking-tight">{text.title}</h1>
          <p className="text-muted">{text.lead}</p>
          <p aria-hidden="true" className="flex items-center gap-2 text-faint">
            <PlatformGlyph source="shopify" size={22} />
            <span className="h-px w-10 bg-line-strong" />
            <PlatformGlyph source="square" size={22} />
          </p>
        </div>
        <form
          action={`${window.location.origin}${SIGN_IN}`}
          method="get"
          onSubmit={sendShop}
          className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-5 shadow-card"
        >
          <TextField
            label={text.shopDomain}
            name="shop"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder={text.shopPlaceholder}
            suffix={SHOP_SUFFIX}
            error={problem}
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button kind="primary" type="submit" disabled={shop === '' || problem !== ''}>
            {text.signIn}
          </Button>
        </form>
        {listing !== '' && (
          <p className="mt-5 text-center text-sm text-muted">
            {text.newHere}{' '}
            <a className={textLink} href={listing} rel="noreferrer">
              {text.install}
            </a>
            .
          </p>
        )}
        <SmallPrint />
      </div>
    </main>
  );
}

/** Explains what signing in does, with links to the legal texts. */
function SmallPrint() {
  return (
    <>
      <p className="mt-5 text-center text-sm text-muted">{text.consent}</p>
      <nav aria-label={text.footer} className="mt-5 flex justify-center gap-5 text-sm">
        {[
          { href: paths.privacy, label: text.privacy },
          { href: paths.terms, label: text.terms },
        ].map(({ href, label }) => (
          <Link key={href} href={href} className="rounded-sm text-muted no-underline hover:text-ink hover:underline">
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}
